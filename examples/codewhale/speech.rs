//! `speech`: a text as sound. This example brings no voice, so that it speaks Morse code.

use serde::Deserialize;
use toolcrib::schemars::JsonSchema;
use toolcrib::{Content, Output, ToolError, tool};

/// Samples a second.
const RATE: u32 = 8_000;

/// The longest text, in characters.
const MAX_TEXT: usize = 280;

/// How fast to speak.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(crate = "toolcrib::schemars")]
pub enum Speed {
    /// For beginners.
    Slow,
    /// As is usual.
    #[default]
    Normal,
}

/// Turn a text into sound: a WAV file of it in Morse code. Letters without accents, digits and spaces.
#[tool(
    title = "Speak",
    lifecycle = "deferred",
    read_only,
    idempotent,
    alias(name = "tts", lifecycle = "hidden", since = "0.8.53")
)]
pub fn speech(
    /// What to say.
    text: &str,
    /// How fast; `normal` where left out.
    #[arg(default)]
    speed: Speed,
) -> Result<Output, ToolError> {
    if text.chars().count() > MAX_TEXT {
        let message = format!("`text` is longer than {MAX_TEXT} characters: say less at once");
        return Err(ToolError::bad_arguments(message));
    }
    let code = morse(text)?;
    let data = base64(&wav(&code, speed));
    Ok(Output::text(code).with_content(Content::Audio { data, mime_type: "audio/wav".into() }))
}

const LETTERS: [&str; 26] = [
    ".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--",
    "-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--..",
];
const DIGITS: [&str; 10] =
    ["-----", ".----", "..---", "...--", "....-", ".....", "-....", "--...", "---..", "----."];

/// The text in dots and dashes: a space between letters, ` / ` between words.
fn morse(text: &str) -> Result<String, ToolError> {
    let letter = |letter: char| match letter.to_ascii_lowercase() {
        letter @ 'a'..='z' => Ok(LETTERS[letter as usize - 'a' as usize]),
        digit @ '0'..='9' => Ok(DIGITS[digit as usize - '0' as usize]),
        other => Err(ToolError::bad_arguments(format!("Morse code has no {other:?} here"))),
    };
    let words = text.split_whitespace().map(|word| {
        let word = word.trim_end_matches(['.', ',', '!', '?', ':', ';']);
        word.chars().map(letter).collect::<Result<Vec<_>, _>>().map(|letters| letters.join(" "))
    });
    Ok(words.collect::<Result<Vec<_>, _>>()?.join(" / "))
}

/// The code as sound: 8 bits, one channel.
fn wav(code: &str, speed: Speed) -> Vec<u8> {
    let unit = RATE as usize * if speed == Speed::Slow { 120 } else { 60 } / 1000;
    let mut samples = Vec::<u8>::new();
    let mut play = |loud: bool, units: usize| {
        // A tone of 1,000 Hz, as a square wave.
        let tone = (0..units * unit).map(|at| if at % 8 < 4 { 88 } else { 168 });
        samples.extend(tone.map(|sample| if loud { sample } else { 128 }));
    };
    for sign in code.chars() {
        match sign {
            '.' => play(true, 1),
            '-' => play(true, 3),
            _ => play(false, 1),
        }
        play(false, 1);
    }
    let length = u32::try_from(samples.len()).expect("the text is short");
    let mut file = Vec::with_capacity(samples.len() + 44);
    file.extend(b"RIFF");
    file.extend((length + 36).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // PCM, one channel.
    file.extend([1, 0, 1, 0]);
    file.extend(RATE.to_le_bytes());
    file.extend(RATE.to_le_bytes());
    // One byte a sample, of 8 bits.
    file.extend([1, 0, 8, 0]);
    file.extend(b"data");
    file.extend(length.to_le_bytes());
    file.extend(samples);
    file
}

fn base64(bytes: &[u8]) -> String {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for at in 0..4 {
            let six = (bits >> (18 - 6 * at)) & 63;
            text.push(if at <= three.len() { ALPHABET[six as usize] as char } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_code() {
        assert_eq!(morse("SOS, e5!").unwrap(), "... --- ... / . .....");
        assert!(morse("ü").is_err());
    }

    #[test]
    fn code_becomes_a_wav_file() {
        let file = wav(".-", Speed::Normal);
        // 1 on, 1 off, 3 on, 1 off.
        assert_eq!(file.len(), 44 + 6 * 480);
        assert_eq!(&file[..4], b"RIFF");
        assert_eq!(file[4..8], u32::try_from(file.len() - 8).unwrap().to_le_bytes());
        assert_eq!(wav(".-", Speed::Slow).len(), 44 + 2 * 6 * 480);
    }

    #[test]
    fn the_vectors_of_rfc_4648() {
        for (bytes, text) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foob", "Zm9vYg=="),
            ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
    }
}
