// From the token to the page, and around again.

async function look() {
  at('reload').disabled = true;
  try {
    const [{ body: tools }, { body: manifest }, { body: used }] = await Promise.all(['tools', 'manifest', 'usage'].map((path) => ask(path)));
    at('enter').hidden = true;
    at('all').hidden = at('nav').hidden = at('reload').hidden = false;
    glance(tools, manifest);
    names(manifest, tools.tools, new Map(used.names.map((one) => [one.name, one.calls])));
    weight(tools);
    usage(used);
    await Promise.all([section('doctor-body', 'doctor', doctor), section('plugins-body', 'plugins/retired', plugins)]);
    at('status').textContent = 'Everything is shown as it is now.';
    document.documentElement.dataset.ready = 'yes';
  } catch (problem) {
    if (problem instanceof Problem) leave(problem.message);
    else throw problem;
  } finally {
    at('reload').disabled = false;
  }
}

// Back to the question for the token.
function leave(message) {
  token = '';
  at('all').hidden = at('nav').hidden = at('reload').hidden = true;
  at('enter').hidden = false;
  at('wrong').textContent = message;
  at('token').focus();
}

at('enter').addEventListener('submit', async (event) => {
  event.preventDefault();
  token = at('token').value.trim();
  at('token').value = at('wrong').textContent = '';
  if (/[^\x21-\x7e]/.test(token)) return leave('A token has no such characters.');
  await look();
  if (token) at('main').focus();
  return undefined;
});
at('reload').addEventListener('click', look);
at('filter').addEventListener('input', narrow);
at('remove').addEventListener('click', remove);

// A link may bring the token behind `#token=`, which no server is sent. It does not stay in the address.
const link = /^#token=([\x21-\x7e]+)$/.exec(location.hash);
if (link) {
  history.replaceState(null, '', location.pathname);
  token = link[1];
  look();
} else {
  at('token').focus();
}
