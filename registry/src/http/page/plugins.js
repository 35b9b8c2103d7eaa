// The doctor, plugins, and their removal.

function doctor({ state: gravest, checks }) {
  const wrong = checks.filter((check) => check.state !== 'ok').length;
  tell('doctor', checks.length ? state(gravest, `${wrong} of ${checks.length}`) : '–');
  if (!checks.length) return fill('doctor-body', el('p', { class: 'note' }, 'No checks are set up.'));
  return fill('doctor-body', el('ul', { class: 'plain' }, checks.map((check) => el('li', null,
    state(check.state, check.title), ' ', el('span', { class: 'fine' }, el('code', null, shown(check.id))),
    check.findings.length ? el('ul', { class: 'inner' }, check.findings.map((finding) => el('li', null,
      el('strong', null, `${shown(finding.severity)}: `), shown(finding.message)))) : '',
    check.way_out ? el('p', { class: 'fine' }, shown(check.way_out)) : ''))));
}

const waiting = (plan) => plan.stores.reduce((sum, store) => sum + store.plugins.length + store.unfinished.length, 0);

// A plan, as a list of what would be done and what stands against it.
function described(plan) {
  const place = ({ file, line, column, name: old, replacement, hint }) => el('li', null,
    el('code', null, `${shown(file)}:${line}:${column}`), ' names ', name(old),
    replacement ? [', use ', name(replacement)] : '', hint ? ` (${shown(hint)})` : '');
  const plugin = (one) => el('li', null,
    el('strong', null, name(one.name)), ` names ${count(one.tools.length, 'retired tool')}`,
    el('span', { class: 'fine' }, ` · ${count(one.files, 'file')}, ${bytes(one.bytes)}`),
    one.obstacle ? el('div', { class: 'bad' }, `Stays: ${shown(one.obstacle)}`) : '',
    one.references.length ? el('details', { open: one.references.length > 6 ? null : '' },
      el('summary', null, count(one.references.length, 'place')), el('ul', { class: 'inner' }, one.references.map(place))) : '');
  const reason = (unread) => (typeof unread.reason === 'string' ? unread.reason : Object.values(unread.reason).join(', '));
  const stores = plan.stores.filter((store) => store.plugins.length || store.unfinished.length || store.unread.length || store.problem);
  return [
    stores.map((store) => [
      el('h3', null, el('code', null, shown(store.store))),
      store.problem ? el('p', { class: 'bad' }, shown(store.problem)) : '',
      store.unfinished.map((id) => el('p', null, 'A cleanup that was broken off would be finished: ', el('code', null, shown(id)))),
      el('ul', { class: 'plain' }, store.plugins.map(plugin)),
      store.unread.length ? el('details', null, el('summary', null, `${count(store.unread.length, 'place')} not read: nothing is known about what stands there`),
        el('ul', { class: 'inner' }, store.unread.map((unread) => el('li', null, el('code', null, shown(unread.file)), `: ${shown(reason(unread))}`)))) : '',
    ]),
    plan.config?.problem ? el('p', { class: 'bad' }, shown(plan.config.problem)) : '',
    plan.config?.entries.length ? el('p', null, 'To be taken out of ', el('code', null, shown(plan.config.file)), ': ',
      plan.config.entries.flatMap((entry, i) => [i ? ', ' : '', name(entry)])) : '',
  ].flat(3);
}

function plugins(plan, etag) {
  seen = { plan, etag };
  const wait = waiting(plan);
  tell('plugins', number(wait));
  if (!plan.stores.length) return fill('plugins-body', el('p', { class: 'note' }, 'No stores are set up.'));
  const button = el('button', { type: 'button', id: 'review' }, 'Look at the removal …');
  button.addEventListener('click', review);
  return fill('plugins-body',
    el('p', null, wait ? `${count(wait, 'plugin')} in ${count(plan.stores.length, 'store')} to clean up.` : `No plugin in ${count(plan.stores.length, 'store')} tells a model to use a retired tool.`),
    described(plan), wait ? button : '');
}

// The plan again, and the question. What is asked is exactly what was shown: the ETag goes along.
function review() {
  const { plan } = seen;
  const edited = plan.stores.some((store) => store.plugins.some((one) => one.obstacle));
  fill('dialog-body',
    el('p', null, `${count(waiting(plan), 'plugin')} would go to the trash, where ${waiting(plan) === 1 ? 'it' : 'they'} can be restored from.`),
    described(plan),
    edited ? el('p', null, el('label', null, el('input', { type: 'checkbox', id: 'force' }), 'Also those whose files were edited')) : '');
  at('dialog').showModal();
  at('cancel').focus();
}

async function remove() {
  at('remove').disabled = true;
  try {
    const force = at('force')?.checked ? '?force=true' : '';
    const { body } = await ask(`plugins/retired${force}`, { method: 'DELETE', headers: { 'if-match': seen.etag } });
    at('dialog').close();
    await look();
    const steps = body.steps.map((step) => el('li', { class: step.problem ? 'bad' : null },
      `${step.problem ? 'Not done: ' : 'Done: '}${shown(step.action.replace('_', ' '))} `, step.plugins.flatMap((one, i) => [i ? ', ' : '', name(one)]),
      step.cleanup ? el('span', { class: 'fine' }, ` · cleanup ${shown(step.cleanup)}`) : '',
      step.problem ? `: ${shown(step.problem)}` : ''));
    at('plugins-body').prepend(el('div', { id: 'report', tabindex: -1 },
      el('h3', null, body.ok ? 'Done' : 'Not everything could be done'), el('ul', { class: 'inner' }, steps)));
    at('report').focus();
  } catch (problem) {
    at('dialog').close();
    if (problem.status === 401) return leave(problem.message);
    // Somebody else was faster: show what there is now.
    if (problem.status === 412) await look();
    at('plugins-body').prepend(el('p', { class: 'bad', role: 'alert' }, problem.message));
  } finally {
    at('remove').disabled = false;
  }
  return undefined;
}
