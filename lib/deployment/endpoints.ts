/** The person's choice for one RPC endpoint of the deployment. Endpoints are used in the order of the list. */
export interface EndpointChoice {
  readonly url: string
  readonly isOn: boolean
}

/** Those without a choice come last. Stored choices for other endpoints are ignored. */
export function chosenEndpoints(
  rpcUrls: readonly string[],
  choices: readonly EndpointChoice[],
): readonly EndpointChoice[] {
  const known = choices.filter(({ url }) => rpcUrls.includes(url))
  const unseen = rpcUrls.filter((url) => known.every((one) => one.url !== url))
  const all = [...known, ...unseen.map((url) => ({ url, isOn: true }))]
  // At least one stays on: without an endpoint no part of a swap could be read.
  return all.some(({ isOn }) => isOn) ? all : all.map(({ url }) => ({ url, isOn: true }))
}

/** Returns the URLs to use, in order. At least one of those given. */
export function usedEndpoints(
  rpcUrls: readonly string[],
  choices: readonly EndpointChoice[],
): readonly string[] {
  return chosenEndpoints(rpcUrls, choices)
    .filter(({ isOn }) => isOn)
    .map(({ url }) => url)
}

export function withEndpoints(
  choices: readonly EndpointChoice[],
  ofChain: readonly EndpointChoice[],
): readonly EndpointChoice[] {
  const others = choices.filter(({ url }) => ofChain.every((one) => one.url !== url))
  return [...others, ...ofChain]
}
