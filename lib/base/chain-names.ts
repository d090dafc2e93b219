/** Public names by chain ID, for chains that the service does not list. */
const publicNames: { readonly [chainId: number]: string } = {
  1: 'Ethereum',
  10: 'OP Mainnet',
  56: 'BNB Chain',
  100: 'Gnosis',
  130: 'Unichain',
  137: 'Polygon',
  146: 'Sonic',
  324: 'ZKsync Era',
  480: 'World Chain',
  5000: 'Mantle',
  8453: 'Base',
  42161: 'Arbitrum',
  42220: 'Celo',
  43114: 'Avalanche',
  59144: 'Linea',
  81457: 'Blast',
  534352: 'Scroll',
}

export function publicChainName(chainId: number): string | null {
  return publicNames[chainId] ?? null
}
