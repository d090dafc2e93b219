/** Chains whose addresses are not Ethereum's (wire shapes 10). */
const formOfChain: { readonly [chainId: number]: ReceiverForm } = {
  89999: 'solana',
  728126428: 'tron',
  1110002: 'stellar',
  1110006: 'sui',
}

export type ReceiverForm = 'evm' | 'solana' | 'tron' | 'stellar' | 'sui'

/** Returns how addresses of a chain look. */
export function receiverForm(chainId: number): ReceiverForm {
  return formOfChain[chainId] ?? 'evm'
}
