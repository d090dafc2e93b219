/** What the user wants of one RPC endpoint of the deployment; the order of the list is the order they are asked in. */
export interface EndpointChoice {
  readonly url: string
  readonly isOn: boolean
}

/**
 * Returns a chain's endpoints as the user wants them: their order first, those they never saw after it. Only the
 * deployment's own, whatever was stored.
 */
export function chosenEndpoints(
  rpcUrls: readonly string[],
  choices: readonly EndpointChoice[],
): readonly EndpointChoice[] {
  const known = choices.filter(({ url }) => rpcUrls.includes(url))
  const unseen = rpcUrls.filter((url) => known.every((one) => one.url !== url))
  const all = [...known, ...unseen.map((url) => ({ url, isOn: true }))]
  // Never none: without one nothing of a swap could be seen.
  return all.some(({ isOn }) => isOn) ? all : all.map(({ url }) => ({ url, isOn: true }))
}

/** Returns the urls that are asked, in order; at least one of those given. */
export function usedEndpoints(
  rpcUrls: readonly string[],
  choices: readonly EndpointChoice[],
): readonly string[] {
  return chosenEndpoints(rpcUrls, choices)
    .filter(({ isOn }) => isOn)
    .map(({ url }) => url)
}

/** Returns all choices with those of one chain changed. */
export function withEndpoints(
  choices: readonly EndpointChoice[],
  ofChain: readonly EndpointChoice[],
): readonly EndpointChoice[] {
  const others = choices.filter(({ url }) => ofChain.every((one) => one.url !== url))
  return [...others, ...ofChain]
}
