import { type Hex, isAddress } from 'viem'
import type { Catalogue } from './catalogue.ts'
import { Refusal } from './envelope.ts'
import { isFarAddress } from './far-address.ts'
import type { Query } from './query.ts'

/** Permitted and forbidden ids; null if none were given. */
export interface Choice {
  readonly include: ReadonlySet<string> | null
  readonly exclude: ReadonlySet<string> | null
}

export interface DepositParams {
  /** `useDepositAddress`: the response has `depositRoute`. */
  readonly useDepositAddress: boolean
  /** `enableDepositAddress`: the response has `deposit`. */
  readonly current: boolean
  /** On the origin chain. */
  readonly refundAddress: string | null
  readonly destinationMemo: string | null
}

const exchangeChains: { readonly [name: string]: readonly number[] } = {
  binance: [31337, 31338, 728126428],
  coinbase: [31337, 89999],
  'crypto.com exchange': [31337, 31338],
  kraken: [31337, 31338, 31339, 1110002],
}

const stellarChainId = 1110002

export function allows({ include, exclude }: Choice, id: string): boolean {
  return (include?.has(id) ?? true) && !exclude?.has(id)
}

export function readChoice(query: Query, kind: 'Bridges' | 'Dexes'): Choice {
  const ids = (name: string) => {
    const text = query.matching(name, /^[a-z0-9-]+(,[a-z0-9-]+)*$/, 'ids joined by commas')
    return text === null ? null : new Set(text.split(','))
  }
  return { include: ids(`include${kind}`), exclude: ids(`exclude${kind}`) }
}

export function readFee(query: Query): { readonly bpsText: string; readonly taker: Hex } | null {
  const bpsText = query.matching(
    ...(['feeBps', /^\d{1,3}(\.\d{1,3})?$/, 'basis points with at most three decimals'] as const),
  )
  const taker = query.address('feeTakerAddress')
  if ((bpsText === null) !== (taker === null))
    throw new Refusal(400, 'feeBps and feeTakerAddress go only together')
  if (bpsText === null || taker === null) return null
  if (Number(bpsText) > 500) throw new Refusal(400, 'feeBps must not be above 500')
  return { bpsText, taker }
}

export function readPayload(query: Query): { readonly data: Hex; readonly gasLimit: string } | null {
  const data = query.matching('destinationPayload', /^0x([0-9a-fA-F]{2})*$/, 'hex')
  const gasLimit = query.matching('destinationGasLimit', /^[1-9]\d{0,6}$/, 'a positive whole number')
  const isEmpty = data === null || data === '0x'
  if (!isEmpty && gasLimit === null) throw new Refusal(400, 'destinationPayload requires destinationGasLimit')
  if (isEmpty && gasLimit !== null)
    throw new Refusal(400, 'destinationGasLimit goes only with destinationPayload')
  return isEmpty || gasLimit === null ? null : { data: `0x${data.slice(2)}`, gasLimit }
}

export function readDeposit(query: Query, catalogue: Catalogue, originChainId: number): DepositParams {
  const legacy = query.flag('useDepositAddress')
  const current = query.flag('enableDepositAddress')
  const destinationMemo = query.matching('depositDestinationMemo', /^.{1,64}$/u, 'at most 64 characters')
  const refundAddress = query.text('refundAddress')
  if (current && refundAddress === null)
    throw new Refusal(400, 'refundAddress is required when enableDepositAddress is true')
  if (refundAddress !== null && !isFarAddress(catalogue.formOf(originChainId), refundAddress))
    throw new Refusal(400, `refundAddress is no address of chain ${originChainId}`)
  if (destinationMemo !== null && originChainId !== stellarChainId)
    throw new Refusal(400, 'depositDestinationMemo is only for Stellar source chains')
  const isEvm = refundAddress !== null && isAddress(refundAddress, { strict: false })
  return {
    useDepositAddress: legacy,
    current,
    refundAddress: isEvm ? refundAddress.toLowerCase() : refundAddress,
    destinationMemo,
  }
}

/** Whether a known exchange supports a chain; always true if none was named. */
export function readExchange(query: Query): (chainId: number) => boolean {
  const name = query.text('exchange')?.toLowerCase()
  if (name === undefined) return () => true
  const chainIds = Object.hasOwn(exchangeChains, name) ? exchangeChains[name] : undefined
  if (!chainIds) throw new Refusal(400, `exchange must be one of ${Object.keys(exchangeChains).join(', ')}`)
  return (chainId) => chainIds.includes(chainId)
}
