import { looksLikeName, parseEnsName } from '../base/ens-name.ts'
import { isContractCode } from '../base/ethereum.ts'
import {
  type Address,
  type AddressFormat,
  isAddress,
  isSameAddress,
  nativeAddress,
  zeroAddress,
} from '../base/hex.ts'
import { findLookalike } from '../base/lookalike.ts'
import { Problem, toProblemData } from '../base/problem.ts'
import type { ProblemData } from '../base/problem-shape.ts'
import { parseAddress } from '../base/typed-address.ts'
import { toDisplayedText } from '../base/typed-text.ts'
import { chainConfig } from '../deployment/deployment.ts'
import type { BasePorts } from '../quote/base-ports.ts'
import { checkReceiver } from '../quote/receiver.ts'
import type { NativePrice, ReviewedTerms } from '../quote/route-summary.ts'
import { destinationFormatOf } from '../service/quote-request.ts'
import type { ResolvedQuoteRequest } from '../service/quote-request-shape.ts'
import type { Holding } from '../service/token.ts'
import { nativeToken } from '../tokens/configure-token.ts'
import { readReceiverName } from './receiver-name.ts'
import type { ReviewPorts } from './review-ports.ts'
import { measureTermsLoss, nativePriceInUsd, readTermsPrices } from './terms-prices.ts'
import type { ValueLoss } from './value-loss.ts'

/**
 * Warnings about a receiver. A lookalike resembles the receiver of a restored copy, a contract may not be able to forward
 * funds, an unused address may be a typo, and an address of an unknown format was not checked.
 */
export type ReceiverRisk = 'lookalike' | 'contract' | 'unused' | 'unchecked' | 'notDeployed'

export interface ReviewRisk {
  readonly loss: ValueLoss
  readonly receiver: readonly ReceiverRisk[]
  /** The native currency of the origin, which gas is paid in; null without a price. */
  readonly native: NativePrice | null
}

const maxOrders = 1_000

/**
 * Assesses checked terms (API2, M7). Throws `addressLookalike`, or `rpcUnreachable` where the receiver's chain does
 * not answer.
 */
export async function reviewRisk(reviewed: ReviewedTerms, ports: ReviewPorts): Promise<ReviewRisk> {
  const { request } = reviewed
  const addresses = await knownAddresses(ports)
  // Refunds go to the refund address, else to the account: a lookalike of an earlier one would belong to an attacker.
  const payees = [request.receiverAddress, request.options?.refundAddress, request.userAddress].filter(
    (payee) => payee != null,
  )
  const imitates = (payee: string) => findImitatedAddress(payee, request.userAddress, addresses) !== null
  if (payees.some(imitates)) throw new Problem('addressLookalike')
  const [receiver, holdings] = await Promise.all([
    isSameAddress(request.receiverAddress, request.userAddress)
      ? readOwnAccountRisks(request, ports)
      : readReceiverRisks(request, ports),
    readHoldings(reviewed, ports),
  ])
  const prices = await readTermsPrices(reviewed, holdings, ports)
  const { deployment } = ports
  const priceInUsd = prices.feedNativePrice ?? nativePriceInUsd(reviewed, holdings)
  return {
    loss: measureTermsLoss(deployment, reviewed, prices),
    receiver: [...lookalikeRisks(payees, addresses), ...receiver],
    native:
      priceInUsd === null ? null : { token: nativeToken(deployment, request.originChainId), priceInUsd },
  }
}

export async function measureReviewedLoss(reviewed: ReviewedTerms, ports: BasePorts): Promise<ValueLoss> {
  const prices = await readTermsPrices(reviewed, await readHoldings(reviewed, ports), ports)
  return measureTermsLoss(ports.deployment, reviewed, prices)
}

async function readHoldings(
  { request }: ReviewedTerms,
  ports: BasePorts,
): Promise<readonly Holding[] | null> {
  const chainIds = [...new Set([request.originChainId, request.destinationChainId])]
  return request.userAddress === null ? null : ports.holdings(chainIds, request.userAddress)
}

type KnownAddresses = Readonly<Awaited<ReturnType<typeof knownAddresses>>>

/**
 * The person's own proven accounts, saved recipients and the receivers of their swaps. An account that only a wallet named
 * does not count.
 */
async function knownAddresses({ store, readSavedRecipients }: ReviewPorts) {
  const past = (await store.page(null, maxOrders)).filter(
    ({ reviewed: { request } }) => !isSameAddress(request.receiverAddress, request.userAddress),
  )
  const receiversOf = (orders: typeof past) => orders.map(({ reviewed }) => reviewed.request.receiverAddress)
  const receivers = receiversOf(past.filter(({ restored }) => restored !== true))
  return {
    /** Imitations of them are refused, and they themselves are no imitations. */
    own: [...new Set([...(await store.provenAccounts()), ...(await readSavedRecipients()), ...receivers])],
    /** Receivers of restored copies. They may be genuine or planted, so neither side of a resemblance is trusted. */
    restored: receiversOf(past.filter(({ restored }) => restored === true)),
  }
}

function lookalikeRisks(
  payees: readonly string[],
  { own, restored }: KnownAddresses,
): readonly ReceiverRisk[] {
  const isSuspect = (payee: string) => {
    const others = restored.filter((one) => !isSameAddress(one, payee))
    return !own.some((one) => isSameAddress(one, payee)) && findLookalike(payee, others) !== null
  }
  return payees.some(isSuspect) ? ['lookalike'] : []
}

/**
 * A contract account may exist on one chain only. Elsewhere, another person may deploy at its address. Where the deployment
 * file does not have the chain, Ferry cannot know that it exists there.
 */
async function readOwnAccountRisks(
  { originChainId, destinationChainId, userAddress }: ResolvedQuoteRequest,
  { chain, deployment }: BasePorts,
): Promise<readonly ReceiverRisk[]> {
  if (originChainId === destinationChainId || userAddress === null) return []
  if (chainConfig(deployment, originChainId) === null) return []
  if (!isContractCode(await chain.codeAt(originChainId, userAddress))) return []
  const isListed = chainConfig(deployment, destinationChainId) !== null
  const isThere = isListed && isContractCode(await chain.codeAt(destinationChainId, userAddress))
  return isThere ? [] : ['notDeployed']
}

/** None for the user's own address, or where the deployment file does not have the chain. */
async function readReceiverRisks(
  request: Pick<
    ResolvedQuoteRequest,
    'destinationChainId' | 'destinationFormat' | 'receiverAddress' | 'userAddress'
  >,
  ports: BasePorts,
): Promise<readonly ReceiverRisk[]> {
  if (destinationFormatOf(request) === 'unknown') return ['unchecked']
  const { destinationChainId: chainId, receiverAddress: receiver, userAddress } = request
  if (isSameAddress(receiver, userAddress) || chainConfig(ports.deployment, chainId) === null) return []
  if (!isAddress(receiver) || receiver === zeroAddress) return []
  const { chain } = ports
  const [code, count, units] = await Promise.all([
    chain.codeAt(chainId, receiver),
    chain.accountNonce(chainId, receiver, 'latest'),
    chain.balance(chainId, nativeAddress, receiver),
  ])
  if (isContractCode(code)) return ['contract']
  return count === 0 && units === 0n ? ['unused'] : []
}

interface TypedReceiver {
  readonly chainId: number
  readonly form: AddressFormat
  readonly text: string
  /** Addresses of the chain's tokens, which cannot be receivers. */
  readonly tokens: readonly string[]
  readonly userAddress: Address | null
}

/** Returns the ENS name in a typed text; null if the text is no name. Throws `nameNotFound` for a name that is not accepted. */
function readTypedName(text: string): string | null {
  const typed = toDisplayedText(text).trim()
  if (!looksLikeName(typed)) return null
  const name = parseEnsName(typed)
  if (name === null) throw new Problem('nameNotFound', { facts: { name: typed } })
  return name
}

/** Result for a typed receiver; `imitates` is the known address that it could be mistaken for (M7). */
export type ReceiverReply =
  | { readonly address: string; readonly name: string | null; readonly risks: readonly ReceiverRisk[] }
  | { readonly problem: ProblemData; readonly imitates?: string }

/** `name` is its ENS name, if it was given by name. */
export async function assessReceiver(
  { chainId, form, text, tokens, userAddress }: TypedReceiver,
  ports: ReviewPorts,
): Promise<ReceiverReply> {
  try {
    const name = form === 'evm' && ports.deployment.names !== undefined ? readTypedName(text) : null
    const typed =
      name === null ? parseAddress(text, { chainId, form }) : await readReceiverName(name, chainId, ports)
    const address = checkReceiver(form, typed, tokens)
    const addresses = await knownAddresses(ports)
    const imitates = findImitatedAddress(address, userAddress, addresses)
    if (imitates !== null) return { problem: new Problem('addressLookalike').data, imitates }
    const request = {
      destinationChainId: chainId,
      destinationFormat: form,
      receiverAddress: address,
      userAddress,
    }
    const risks = [...lookalikeRisks([address], addresses), ...(await readReceiverRisks(request, ports))]
    return { address, name, risks }
  } catch (thrown) {
    return { problem: toProblemData(thrown) }
  }
}

/** The connected account itself is compared with the known ones only, since it may be the imitation. */
function findImitatedAddress(
  receiver: string,
  account: string | null,
  { own }: KnownAddresses,
): string | null {
  const isOwn = account === null || isSameAddress(receiver, account)
  return findLookalike(receiver, isOwn ? own : [...own, account])
}
