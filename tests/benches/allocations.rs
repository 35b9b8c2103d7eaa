//! Prints how often each kind of call allocates.

mod count;
mod many;

fn main() {
    println!("{:<42} {:>11} {:>5} {:>6}", "allocations", "before body", "bar", "total");
    for row in count::rows() {
        let verdict = if row.is_met() { "met" } else { "MISSED" };
        let (what, before, bar, total) = (row.what, row.before, row.bar, row.total);
        println!("{what:<42} {before:>11} {bar:>5} {total:>6}  {verdict}");
    }
}
