import { isAddress, lowerHex } from '../base/hex.ts'
import { addressAsName, outsideSymbol } from '../base/outside-name.ts'
import { Problem } from '../base/problem.ts'
import type { SwapOnTheWay } from '../checks/on-the-way.ts'
import type { Deployment } from '../deployment/deployment.ts'
import type { FlowPorts } from '../order/flow-ports.ts'
import type { OnTheWay } from '../quote/reviewed-terms.ts'
import { configuredToken } from '../tokens/configured-token.ts'
import { failedCheck } from './terms-input.ts'

/** No sound token counts in more places. */
const mostDecimals = 36

/**
 * Returns a swap on the way with its token as the package names it, else as the origin chain does; the service is not
 * asked. Throws `checkFailed` (W-12) where there is no token at that address.
 */
export async function namedOnTheWay(
  { token: { address }, minUnits }: SwapOnTheWay,
  chainId: number,
  deployment: Deployment,
  { chain }: Pick<FlowPorts, 'chain'>,
): Promise<OnTheWay> {
  if (!isAddress(address)) throw failedCheck('W-12')
  const decimals = await decimalsOf(chain, chainId, address)
  const unnamed = {
    chainId,
    address: lowerHex(address),
    name: '',
    symbol: '',
    decimals,
    logoURI: null,
    isVerified: false,
  }
  const pinned = configuredToken(deployment, unnamed)
  if (pinned.decimals !== decimals) throw failedCheck('L3')
  if (pinned.isVerified) return { token: pinned, minUnits }
  const symbol = outsideSymbol((await chain.symbol(chainId, address)) ?? '') ?? addressAsName(address)
  return { token: configuredToken(deployment, { ...unnamed, symbol, name: symbol }), minUnits }
}

async function decimalsOf(
  chain: FlowPorts['chain'],
  chainId: number,
  address: `0x${string}`,
): Promise<number> {
  try {
    const decimals = await chain.decimals(chainId, address)
    if (decimals <= mostDecimals) return decimals
  } catch (thrown) {
    const isNoToken = thrown instanceof Problem && thrown.data.facts.reason === 'badAnswer'
    if (!isNoToken) throw thrown
  }
  throw failedCheck('W-12')
}
