import { encodeFunctionData, type Hex, isAddress, stringToHex, zeroAddress } from 'viem'
import { manualTargetAbi } from '../../chains/contract-abis.ts'
import type { SandboxChain } from '../../chains/ledger.ts'
import type { ManualOffer } from '../book.ts'
import { Refusal, type Reply, success } from '../envelope.ts'
import { Query } from '../query.ts'
import { manualApproval } from '../quote-manual.ts'
import type { Call, ServiceParts } from '../service-parts.ts'
import { wireAddress } from '../wire-token.ts'
import { wireTransaction } from '../wire-transaction.ts'

/**
 * GET build-tx (interface 4.7, wire-shapes 7): the transaction of a live manual route, to the chain's manual
 * target.
 */
export function buildTx(parts: ServiceParts, { params }: Call): Reply {
  const quoteId = new Query(params).required('quoteId')
  if (parts.book.quotes.has(quoteId)) throw new Refusal(400, 'this quote is of an automatic route')
  const offer = parts.book.manual.get(quoteId)
  if (!offer) throw new Refusal(400, 'the quote is not available or has expired')
  if (Date.now() >= offer.expirySeconds * 1000) throw new Refusal(400, 'the quote has expired')
  if (offer.request.user === null) throw new Refusal(400, 'an indicative quote cannot be built')
  if (!offer.venue.builds) throw new Refusal(400, 'manual build is unavailable for this route')
  const chain = parts.catalogue.liveChain(offer.request.originChainId)
  if (!chain) throw new Refusal(400, 'the origin chain is not served')
  offer.builds += 1
  return success(transaction(parts, offer, chain))
}

function transaction(parts: ServiceParts, offer: ManualOffer, chain: SandboxChain) {
  const { input, price, venue } = offer
  const { shape } = parts.serviceSettings
  const valueUnits = venue.nativeFeeUnits + (input.kind === 'native' ? price.inputUnits : 0n)
  const to = wireAddress(chain.manualTarget, shape)
  const data = calldata(offer)
  const approvalData = manualApproval(parts, offer, chain)
  if (shape === 'interface') {
    const { chainId } = chain
    return { txData: wireTransaction(shape, { to, data, value: valueUnits, chainId }), approvalData }
  }
  const digits = valueUnits.toString(16)
  const value = `0x${digits.padStart(digits.length + (digits.length % 2), '0')}`
  return { userOp: 'tx', approvalData, txData: { data, to, chainId: chain.chainId, value } }
}

function calldata({ request: params, input, output, price, venue, routeId }: ManualOffer): Hex {
  const abi = manualTargetAbi
  const inputToken = input.address as Hex
  if (input.chainId !== output.chainId) {
    const receiver = isAddress(params.receiver, { strict: false })
      ? params.receiver
      : stringToHex(params.receiver)
    const destination = [BigInt(output.chainId), receiver] as const
    const args = [routeId, inputToken, price.inputUnits, ...destination, venue.nativeFeeUnits] as const
    return encodeFunctionData({ abi, functionName: 'send', args })
  }
  const receiver = isAddress(params.receiver) ? params.receiver : zeroAddress
  const paid = [output.address as Hex, price.effectiveUnits, receiver] as const
  const args = [routeId, inputToken, price.inputUnits, ...paid, venue.nativeFeeUnits] as const
  return encodeFunctionData({ abi, functionName: 'swap', args })
}
