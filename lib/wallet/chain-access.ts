const permittedChains = 'endowment:permitted-chains'
const chainCaveat = 'restrictNetworkSwitching'

/**
 * Whether a wallet would ask the person before a site may use a chain, by what it says of itself: its `eth_chainId` and its
 * `wallet_getPermissions` (EIP-2255, with MetaMask's word for chains). Null where it does not say: most wallets follow a
 * site without a question, and some ask.
 */
export function asksForChain(chainId: number, current: unknown, permissions: unknown): boolean | null {
  if ((typeof current === 'string' || typeof current === 'number') && Number(current) === chainId)
    return false
  const permission = partsOf(permissions).find((one) => one.parentCapability === permittedChains)
  const caveat = partsOf(permission?.caveats).find((one) => one.type === chainCaveat)
  if (!Array.isArray(caveat?.value)) return null
  return !caveat.value.some((one: unknown) => typeof one === 'string' && Number(one) === chainId)
}

function partsOf(list: unknown): readonly { readonly [key: string]: unknown }[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : []
}
