import { randomBytes } from 'node:crypto'
import { type Address, encodeAbiParameters, type Hex, isAddress, zeroAddress } from 'viem'
import type { RequestKind, RequestStruct, SandboxChain } from '../chains/ledger.ts'
import type { Ask } from './ask.ts'
import type { Shape } from './knobs.ts'
import type { OnTheWay } from './on-the-way.ts'
import type { Price } from './price-route.ts'
import { wireAddress } from './wire-token.ts'

const switchboardId = 1
/** The integrator's mark at the end of the metadata, as seen in a recorded quote. */
const integratorMark = '2713'

/** What of a quote goes into its request struct besides what was asked. */
export interface StructParts {
  readonly kind: RequestKind
  readonly chain: SandboxChain
  /** The user where the request is signed, the inbox where it is sent onchain. */
  readonly sender: Address
  readonly price: Price
  readonly onTheWay: OnTheWay | null
  readonly quoteId: string
  readonly nonce: string
  readonly deadlineSeconds: number
  readonly shape: Shape
}

/** A fresh quote id: 16 hex digits. */
export function newQuoteId(): string {
  return randomBytes(8).toString('hex')
}

/** The deadline as its kind sends it: text for SWAP_REQUEST as observed, else a number (wire-shapes 4). */
export function wireDeadline({ kind, shape, deadlineSeconds }: StructParts): string | number {
  return kind === 'SWAP_REQUEST' && shape === 'observed' ? String(deadlineSeconds) : deadlineSeconds
}

/** The request struct (`witness`) of a priced ask, written as it goes over the wire. */
export function requestStruct(ask: Ask, parts: StructParts): RequestStruct {
  const { kind, chain, price, shape } = parts
  const address = (text: string) => wireAddress(text, shape)
  const metadata: Hex = `0x${parts.quoteId}${integratorMark.padStart(64 - parts.quoteId.length, '0')}`
  const common = {
    deadline: wireDeadline(parts),
    nonce: parts.nonce,
    sender: address(parts.sender),
    receiver: address(ask.receiver),
  }
  const money = {
    inputToken: address(ask.inputToken),
    inputAmount: String(ask.inputUnits),
    outputToken: address(ask.outputToken),
    minOutputAmount: String(price.minUnits),
  }
  const tail = {
    metadata,
    affiliateFees: affiliateFees(ask, price),
    minDestGas: ask.payload?.gasLimit ?? '0',
    destinationPayload: ask.payload?.data ?? '0x',
    exclusiveTransmitter: address(ask.exclusiveTransmitter),
  }
  if (kind === 'SWAP_REQUEST') {
    const basicReq = {
      chainId: ask.originChainId,
      ...common,
      exchangeGateway: address(chain.gateway),
      ...money,
    }
    return { basicReq, ...tail }
  }
  const basicReq = {
    originChainId: ask.originChainId,
    destinationChainId: ask.destinationChainId,
    ...common,
    delegate: address(ask.delegate ?? ask.user ?? zeroAddress),
    exchangeGateway: address(chain.gateway),
    switchboardId,
    ...money,
    refuelAmount: String(price.refuel?.units ?? 0n),
  }
  const swapOutputToken = address(parts.onTheWay?.token.address ?? zeroAddress)
  return { basicReq, swapOutputToken, minSwapOutput: String(parts.onTheWay?.minUnits ?? 0n), ...tail }
}

function affiliateFees(ask: Ask, price: Price): Hex {
  if (!ask.fee || !isAddress(ask.fee.taker)) return '0x'
  return encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }],
    [ask.fee.taker, price.affiliateUnits],
  )
}
