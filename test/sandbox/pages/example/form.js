/** The element of a `data-testid` of this page. */
export function read(name) {
  return document.querySelector(`[data-testid="example-${name}"]`)
}

/** Shows a text in its place. `state` is stored on the element for other programs. */
export function show(name, text, state) {
  const place = read(name)
  place.textContent = text
  if (state !== undefined) place.dataset.state = state
}

/** The six fields of the form, as the page proposes them. Empty fields are omitted. */
export function swapFromForm() {
  const { originChainId, destinationChainId, ...texts } = Object.fromEntries(new FormData(read('form')))
  const given = Object.entries(texts).filter(([, text]) => text !== '')
  return {
    originChainId: Number(originChainId),
    destinationChainId: Number(destinationChainId),
    ...Object.fromEntries(given),
  }
}
