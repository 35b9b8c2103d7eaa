// Names, weight and use.

// Versions in their order; what is none comes first.
function compare(a, b) {
  const parts = (version) => version.split(/[-+]/)[0].split('.').map(Number);
  const [x, y] = [parts(a), parts(b)];
  for (let i = 0; i < 3; i += 1) {
    if ((x[i] || 0) !== (y[i] || 0)) return (x[i] || 0) - (y[i] || 0);
  }
  return Number(b.includes('-')) - Number(a.includes('-')) || (a < b ? -1 : Number(a > b));
}

function names(manifest, tools, calls) {
  const said = new Map(tools.map((tool) => [tool.name, tool.description]));
  const all = manifest.names;
  const versions = all.flatMap((one) => [one.since, one.planned_removal_version]).filter(Boolean);
  const axis = [...new Set(versions)].sort(compare);
  const timeline = (one) => {
    if (!one.since && !one.planned_removal_version) return [];
    const [from, to] = [one.since, one.planned_removal_version].map((v) => (v ? axis.indexOf(v) + 1 : 0));
    const text = [one.since && `since ${shown(one.since)}`, one.planned_removal_version && `goes in ${shown(one.planned_removal_version)}`];
    const span = el('span', { class: `span ${one.state}${to ? '' : ' open'}` });
    span.style.gridColumn = `${from || 1} / ${to ? Math.max(to, from + 1) : axis.length + 1}`;
    const track = el('span', { class: 'track', 'aria-hidden': 'true' }, span);
    track.style.gridTemplateColumns = `repeat(${axis.length}, 1fr)`;
    return [text.filter(Boolean).join(' → '), track];
  };
  const leads = (one) => {
    if (one.kind === 'alias') return ['is ', name(one.tool)];
    if (one.replacement) return ['use ', name(one.replacement)];
    if (one.kind === 'tombstone') return ['no replacement'];
    return [el('span', { class: 'fine first' }, shown(sentence(said.get(one.name) || '')))];
  };
  const row = (one) => el('tr', { 'data-text': `${one.name} ${one.state} ${one.tool || ''}`.toLowerCase() },
    el('th', { scope: 'row' }, name(one.name)),
    el('td', null, leads(one), one.note ? el('div', { class: 'fine' }, shown(one.note)) : ''),
    el('td', null, timeline(one)),
    el('td', { class: 'number', 'data-label': 'calls' }, calls.has(one.name) ? el('span', { class: calls.get(one.name) ? null : 'fine' }, number(calls.get(one.name))) : ''));
  const groups = Object.keys(STATES).map((word) => {
    const rows = all.filter((one) => one.state === word).map(row);
    const head = el('tr', null, el('th', { scope: 'rowgroup', colspan: 4 },
      state(word), el('span', { class: 'fine' }, `${count(rows.length, 'name')}: ${STATES[word][1]}`)));
    return rows.length ? el('tbody', null, head, rows) : '';
  });
  fill('names-body', el('table', null,
    el('thead', null, el('tr', null, ['Name', 'What it is', axis.length ? `Timeline, ${shown(axis[0])} to ${shown(axis.at(-1))}` : 'Timeline'].map((text) => el('th', { scope: 'col' }, text)),
      el('th', { scope: 'col', class: 'number' }, 'Calls'))),
    groups), el('p', { class: 'note', id: 'none', hidden: '' }, 'No name has that in it.'));
  narrow();
}

// The first sentence of a description.
function sentence(text) {
  const line = text.replace(/\s+/g, ' ').trim();
  const first = /^.*?[.!?](?= |$)/.exec(line)?.[0] || line;
  return first.length > 160 ? `${first.slice(0, 159)}…` : first;
}

function narrow() {
  const wanted = at('filter').value.trim().toLowerCase();
  let any = false;
  for (const group of document.querySelectorAll('#names-body tbody')) {
    const rows = [...group.querySelectorAll('tr[data-text]')];
    for (const row of rows) row.hidden = !row.dataset.text.includes(wanted);
    group.hidden = rows.every((row) => row.hidden);
    any ||= !group.hidden;
  }
  if (at('none')) at('none').hidden = any;
}

// Bars as long as their share of the most.
function bars(items, kind, label, most = items.reduce((top, item) => Math.max(top, item.value), 1)) {
  return el('ol', { class: `bars ${kind}`, 'aria-label': label }, items.map((item) => el('li', null,
    name(item.name),
    el('span', { class: 'bar-of', 'aria-hidden': 'true' }, wide(el('i'), item.value / most)),
    el('span', { class: 'number' }, item.text))));
}

function weight({ list, head, budget, tools }) {
  const share = (tool) => (budget.bytes && tool.part === 'head' ? ` · ${(100 * tool.bytes / budget.bytes).toFixed(1)} %` : '');
  const item = (tool) => ({ name: tool.name, value: tool.bytes, text: number(tool.bytes) + share(tool) });
  const sorted = [...tools].sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  const of = (part) => sorted.filter((tool) => tool.part === part);
  const most = sorted[0]?.bytes || 1;
  const whole = Math.max(head.bytes, budget.bytes || 0, 1);
  const over = budget.bytes !== null && head.bytes > budget.bytes;
  const stack = el('div', { class: over ? 'stack over' : 'stack', 'aria-hidden': 'true' },
    of('head').map((tool) => wide(el('i', { title: shown(tool.name) }), tool.bytes / whole)));
  const part = (word, title, kind) => (of(word).length ? [el('h3', null, title),
    bars(of(word).map(item), kind, `Bytes of each tool, the most first: ${title}`, most)] : '');
  fill('weight-body',
    el('p', null, el('strong', null, bytes(head.bytes)),
      ` in the head, which every request pays for: ${count(head.tools, 'tool')}, about ${count(head.tokens, 'token')}; ${against(head, budget)}.`),
    stack,
    el('p', { class: 'fine' }, `The whole list: ${count(list.tools, 'tool')}, ${bytes(list.bytes)}`,
      list.sha256 ? [`, ${shown(list.provider)}, sha256 `, el('code', null, shown(list.sha256))] : ''),
    part('head', 'Head: active tools of the program', ''),
    part('tail', 'Tail: tools of servers and plugins', 'light'),
    part('deferred', 'Found by search', 'light'));
}

function against(head, budget, long = true) {
  if (budget.bytes === null) return 'no budget is set';
  return `${(100 * head.bytes / budget.bytes).toFixed(0)} % of ${long ? `a budget of ${bytes(budget.bytes)}` : 'the budget'}`;
}

function usage({ counted, names }) {
  if (!counted) return fill('usage-body', el('p', { class: 'note' }, 'This is a written manifest: nobody counts calls.'));
  const old = names.filter((one) => one.state !== 'deferred');
  const called = old.filter((one) => one.calls > 0).sort((a, b) => b.calls - a.calls || (a.name < b.name ? -1 : 1));
  const rest = old.length - called.length;
  return fill('usage-body',
    called.length ? bars(called.map((one) => ({ name: one.name, value: one.calls, text: count(one.calls, 'call') })), 'use', 'Calls by old names, the most first') : '',
    el('p', { class: 'note' }, called.length
      ? `${count(rest, 'other old name')} ${rest === 1 ? 'was' : 'were'} not called since the program started.`
      : `None of ${count(old.length, 'old name')} was called since the program started.`));
}

function glance({ list, head, budget }, manifest) {
  const of = (word) => manifest.names.filter((one) => one.state === word).length;
  const old = ['hidden', 'deprecated'].map((word) => `${number(of(word))} ${word}`).join(', ');
  fill('tiles',
    tile('weight', number(list.tools), 'tools in the list'),
    tile('weight', number(head.bytes), `bytes in the head; ${against(head, budget, false)}`),
    tile('names', number(of('deferred')), 'tools found by search'),
    tile('names', number(of('hidden') + of('deprecated')), `old names that run: ${old}`),
    tile('names', number(of('removed')), 'retired names'),
    tile('doctor', '…', 'checks that find something'),
    tile('plugins', '…', 'plugins to clean up'));
}

function tile(section, big, what) {
  return el('a', { class: 'tile', href: `#${section}`, 'data-of': section },
    el('span', { class: 'big' }, big), el('span', { class: 'what' }, what));
}

// What a section found, once it has.
function tell(section, big) {
  document.querySelector(`.tile[data-of=${section}] .big`).replaceChildren(big);
}
