/** The element of a `data-testid` of this page. */
export function read(name) {
  return document.querySelector(`[data-testid="example-${name}"]`)
}

/** Shows a text in its place; `state` is kept beside it for whoever looks for it. */
export function show(name, text, state) {
  const place = read(name)
  place.textContent = text
  if (state !== undefined) place.dataset.state = state
}

/** The six fields of the form, as the page proposes them; what was left empty is left out. */
export function swapFromForm() {
  const { originChainId, destinationChainId, ...texts } = Object.fromEntries(new FormData(read('form')))
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return {
    originChainId: Number(originChainId),
    destinationChainId: Number(destinationChainId),
    ...Object.fromEntries(given),
  }
}
