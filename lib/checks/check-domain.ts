import { canonicalAddress } from '../base/checksum.ts'
import type { SignTypedData } from '../service/quote-result.ts'
import { canonicalUint } from './canonical.ts'
import type { CheckInput } from './check-input.ts'
import { type CheckLine, checkLine } from './check-report.ts'

/**
 * Checks D-1 to D-4: Permit2's own domain on the origin chain.
 *
 * @example const report = reportOf(domainLines(input, signTypedData))
 */
export function* domainLines(input: CheckInput, { domain }: SignTypedData): Generator<CheckLine> {
  const keys = Object.keys(domain).sort()
  const exact = keys.join() === 'chainId,name,verifyingContract'
  yield checkLine('D-1', 'domain', exact, keys, 'name,chainId,verifyingContract')

  const { name, chainId, verifyingContract } = domain
  yield checkLine('D-2', 'domain.name', name === 'Permit2', name, 'Permit2')

  const { originChainId } = input.ask
  const onOrigin = canonicalUint(chainId) === BigInt(originChainId) && input.chain.chainId === originChainId
  yield checkLine('D-3', 'domain.chainId', onOrigin, chainId, originChainId)

  const { permit2 } = input.chain
  const isPermit2 = canonicalAddress(verifyingContract) === permit2.toLowerCase()
  yield checkLine('D-4', 'domain.verifyingContract', isPermit2, verifyingContract, permit2)
}
