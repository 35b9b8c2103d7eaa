// What all sections need: elements, texts, requests.

const at = (id) => document.getElementById(id);
// With or without a slash at its end, wherever the host has put the page.
const base = location.pathname.replace(/\/?$/, '/');
const STATES = {
  active: ['●', 'in the list'],
  deferred: ['◐', 'found by search'],
  hidden: ['○', 'a call runs, and nobody is told'],
  deprecated: ['△', 'a call runs, with a notice'],
  removed: ['✕', 'a call does not run, and says what to use'],
};
const SIGNS = { ok: '✓', warning: '!', failed: '✗', error: '✗', note: '·' };
let token = '';
let seen = null; // The plan that is on the page, and its ETag.

// Texts come from files and other people: what cannot be seen in them is written out.
const shown = (text) => String(text).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu,
  (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
const number = (n) => n.toLocaleString('en');
const count = (n, thing) => `${number(n)} ${thing}${n === 1 ? '' : 's'}`;
const bytes = (n) => count(n, 'byte');

// An element. Whatever stands in it is text, never markup.
function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== ''));
  return element;
}
const name = (text) => el('span', { class: 'name' }, shown(text));
const state = (word, text) => el('span', { class: `state ${word}` },
  el('span', { 'aria-hidden': 'true' }, STATES[word]?.[0] || SIGNS[word] || '?'), shown(text || word));
const fill = (id, ...children) => at(id).replaceChildren(...children.flat());
const wide = (element, share) => {
  element.style.width = `${Math.max(0, Math.min(100, share * 100))}%`;
  return element;
};

class Problem extends Error {
  constructor(problem) {
    const { title, detail, help } = problem;
    super(shown(`${title}${detail ? `: ${detail}` : ''}${help && problem.status !== 401 ? `; ${help}` : ''}.`));
    this.status = problem.status;
  }
}

async function ask(path, init) {
  const headers = { ...(init?.headers), authorization: `Bearer ${token}` };
  let response;
  try {
    response = await fetch(base + path, { ...init, headers, cache: 'no-store', redirect: 'error' });
  } catch {
    throw new Problem({ title: 'The program does not answer', help: 'see whether it still runs' });
  }
  const body = await response.json().catch(() => ({ title: `The answer is no JSON (${response.status})` }));
  if (!response.ok) throw new Problem({ status: response.status, ...body });
  return { body, etag: response.headers.get('etag') };
}

// One section: its own wait, its own error.
async function section(id, path, render) {
  fill(id, el('p', { class: 'note' }, 'Looking …'));
  try {
    const answer = await ask(path);
    render(answer.body, answer.etag);
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.status === 401) throw problem;
    fill(id, el('p', { class: 'bad', role: 'alert' }, problem.message));
  }
}
