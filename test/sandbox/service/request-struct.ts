import { randomBytes } from 'node:crypto'
import { type Address, concat, type Hex, isAddress, numberToHex, zeroAddress } from 'viem'
import type { RequestKind, RequestStruct, SandboxChain } from '../chains/ledger.ts'
import type { IntermediateSwap } from './intermediate-swap.ts'
import { scaled } from './money.ts'
import type { Price } from './price-route.ts'
import type { QuoteParams } from './quote-params.ts'
import type { Shape } from './service-settings.ts'
import { wireAddress } from './wire-token.ts'

const switchboardId = 1
/** The integrator's mark at the end of the metadata, as in a recorded quote. */
const integratorMark = '2713'

export interface StructParts {
  readonly kind: RequestKind
  readonly chain: SandboxChain
  /** The user if the request is signed, the inbox if it is sent onchain. */
  readonly sender: Address
  readonly price: Price
  readonly intermediateSwap: IntermediateSwap | null
  readonly quoteId: string
  readonly nonce: string
  readonly deadlineSeconds: number
  readonly shape: Shape
  /** The delegate that the service chooses by itself; null: the requested one, else the user. */
  readonly delegate: Address | null
}

export function newQuoteId(): string {
  return randomBytes(8).toString('hex')
}

/** The deadline in its kind's type: text for SWAP_REQUEST as observed, else a number (wire-shapes 4). */
export function wireDeadline({ kind, shape, deadlineSeconds }: StructParts): string | number {
  return kind === 'SWAP_REQUEST' && shape === 'observed' ? String(deadlineSeconds) : deadlineSeconds
}

export function requestStruct(params: QuoteParams, parts: StructParts): RequestStruct {
  const { kind, chain, price, shape } = parts
  const address = (text: string) => wireAddress(text, shape)
  const metadata: Hex = `0x${parts.quoteId}${integratorMark.padStart(64 - parts.quoteId.length, '0')}`
  const common = {
    deadline: wireDeadline(parts),
    nonce: parts.nonce,
    sender: address(parts.sender),
    receiver: address(params.receiver),
  }
  const money = {
    inputToken: address(params.inputToken),
    inputAmount: String(params.inputUnits),
    outputToken: address(params.outputToken),
    minOutputAmount: String(price.minUnits),
  }
  const tail = {
    metadata,
    affiliateFees: affiliateFees(params),
    minDestGas: params.payload?.gasLimit ?? '0',
    destinationPayload: params.payload?.data ?? '0x',
    exclusiveTransmitter: address(params.exclusiveTransmitter),
  }
  if (kind === 'SWAP_REQUEST') {
    const basicReq = {
      chainId: params.originChainId,
      ...common,
      exchangeGateway: address(chain.gateway),
      ...money,
    }
    return { basicReq, ...tail }
  }
  const basicReq = {
    originChainId: params.originChainId,
    destinationChainId: params.destinationChainId,
    ...common,
    delegate: address(parts.delegate ?? params.delegate ?? params.user ?? zeroAddress),
    exchangeGateway: address(chain.gateway),
    switchboardId,
    ...money,
    refuelAmount: String(price.refuel?.units ?? 0n),
  }
  const swapOutputToken = address(parts.intermediateSwap?.token.address ?? zeroAddress)
  return { basicReq, swapOutputToken, minSwapOutput: String(parts.intermediateSwap?.minUnits ?? 0n), ...tail }
}

/** 1 bps in the units of the packed share, of which 1e16 are the whole. */
const shareOfBps = 10n ** 12n

/** 20 bytes of taker and 7 bytes of share, packed (wire-shapes 16.1). */
function affiliateFees({ fee }: QuoteParams): Hex {
  if (!fee || !isAddress(fee.taker)) return '0x'
  const share = (scaled(fee.bpsText, 3) * shareOfBps) / 1000n
  return concat([fee.taker, numberToHex(share, { size: 7 })])
}
