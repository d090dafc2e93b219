import { type Address, type Hex, zeroAddress } from 'viem'
import type { Catalogue } from './catalogue.ts'
import { Refusal } from './envelope.ts'
import { isFarAddress } from './far-address.ts'
import { nativeAddress } from './listed-token.ts'
import {
  type Choice,
  type DepositParams,
  readChoice,
  readDeposit,
  readExchange,
  readFee,
  readPayload,
} from './option-params.ts'
import { Query } from './query.ts'

const maxUint256 = 2n ** 256n - 1n

/** The checked parameters of a quote (interface 4.4). */
export interface QuoteParams {
  readonly originChainId: number
  readonly destinationChainId: number
  readonly inputToken: string
  readonly outputToken: string
  readonly inputUnits: bigint
  /**
   * Null requests an indicative quote, which cannot be executed. Always null if the origin has another
   * address format.
   */
  readonly user: Address | null
  /** The user as an address of the origin chain, in its own format. */
  readonly sender: string | null
  readonly receiver: string
  readonly delegate: Address | null
  /** Percent, decimal text. */
  readonly slippage: string
  readonly useInbox: boolean
  readonly disableAuto: boolean
  readonly severalAutoRoutes: boolean
  readonly manual: boolean
  readonly disableSwapping: boolean
  readonly bridges: Choice
  readonly dexes: Choice
  readonly refuel: boolean
  readonly deposit: DepositParams
  readonly fee: { readonly bpsText: string; readonly taker: Address } | null
  readonly payload: { readonly data: Hex; readonly gasLimit: string } | null
  readonly exclusiveTransmitter: Address
  /** An address of Solana. */
  readonly sponsor: string | null
  /** False if the named exchange does not support the destination: then there is no route. */
  readonly exchangeServes: boolean
}

/** Reads the parameters of a quote; refuses wrong ones with status 400. */
export function readQuoteParams(params: URLSearchParams, catalogue: Catalogue): QuoteParams {
  const query = new Query(params)
  const destinationChainId = chainId(query, 'destinationChainId')
  const originChainId = query.text('originChainId') ? chainId(query, 'originChainId') : destinationChainId
  const sender = query.text('userAddress') && addressOn(catalogue, originChainId, query, 'userAddress')
  const sponsor = query.text('solanaSponsorAddress')
  if (sponsor !== null && !isFarAddress('solana', sponsor))
    throw new Refusal(400, 'solanaSponsorAddress is no address of Solana')
  return {
    originChainId,
    destinationChainId,
    inputToken: addressOn(catalogue, originChainId, query, 'inputToken'),
    outputToken: addressOn(catalogue, destinationChainId, query, 'outputToken'),
    inputUnits: inputUnits(query),
    user: catalogue.formOf(originChainId) === 'evm' ? query.address('userAddress') : null,
    sender,
    receiver: receiverOn(catalogue, destinationChainId, query),
    delegate: query.address('delegateAddress'),
    slippage: slippage(query),
    useInbox: query.flag('useInbox'),
    disableAuto: query.flag('disableAuto'),
    severalAutoRoutes: query.flag('enableMultipleAutoRoutes'),
    manual: query.flag('enableManual'),
    disableSwapping: query.flag('disableSwapping'),
    bridges: readChoice(query, 'Bridges'),
    dexes: readChoice(query, 'Dexes'),
    refuel: query.flag('refuel'),
    deposit: readDeposit(query, catalogue, originChainId),
    fee: readFee(query),
    payload: readPayload(query),
    exclusiveTransmitter: query.address('exclusiveTransmitter') ?? zeroAddress,
    sponsor,
    exchangeServes: readExchange(query)(destinationChainId),
  }
}

function chainId(query: Query, name: string): number {
  query.required(name)
  return query.count(name, Number.MAX_SAFE_INTEGER) ?? 0
}

function addressOn(catalogue: Catalogue, chainId: number, query: Query, name: string): string {
  const text = query.required(name)
  const form = catalogue.formOf(chainId)
  if (form === 'evm') return query.address(name) ?? ''
  if (text.toLowerCase() === nativeAddress && name.endsWith('Token')) return nativeAddress
  if (!isFarAddress(form, text)) throw new Refusal(400, `${name} is no address of chain ${chainId}`)
  return text
}

/** Deployments refuse receivers that burn their funds. */
function receiverOn(catalogue: Catalogue, chainId: number, query: Query): string {
  const receiver = addressOn(catalogue, chainId, query, 'receiverAddress')
  if (/^0x(0+|0*dead|dead0*|e+)$/i.test(receiver))
    throw new Refusal(400, 'receiverAddress must not be a burn address')
  return receiver
}

function inputUnits(query: Query): bigint {
  query.required('inputAmount')
  const units = BigInt(
    query.matching('inputAmount', /^[1-9]\d{0,77}$/, 'a positive whole number as text') ?? 0,
  )
  if (units > maxUint256) throw new Refusal(400, 'inputAmount must fit into 256 bits')
  return units
}

function slippage(query: Query): string {
  const text = query.matching('slippage', /^\d{1,2}(\.\d{1,4})?$/, 'a percentage with at most four decimals')
  if (text !== null && Number(text) > 50) throw new Refusal(400, 'slippage must not be above 50')
  return text ?? '0.5'
}
