import { type Address, isAddress } from '../base/hex.ts'
import { Problem } from '../base/problem.ts'
import { receiverForm } from '../base/receiver-form.ts'
import type { Deployment } from '../deployment/deployment.ts'
import { asksDeposit, type QuoteOptions, type QuoteRequest } from './quote-request.ts'

/** Stands in for the user while no wallet is connected; such a quote can never be confirmed. */
export const placeholderAddress: Address = '0x000000000000000000000000000000000000dead'

/** Every parameter a quote may carry, as text; null is not sent. */
export type QuoteQuery = { readonly [name: string]: string | null }

/**
 * Returns the parameters of a quote (interface 4.4), all as text. Without a wallet a placeholder stands in, except for
 * a deposit, which needs nobody: `userAddress` is then left out. Throws `receiverInvalid` where a chain that is not EVM
 * has no receiver of its own form, since no placeholder is right there.
 */
export function quoteQuery(ask: QuoteRequest, fee: Deployment['fee']): QuoteQuery {
  const receiver = ask.receiverAddress ?? ask.userAddress ?? placeholderAddress
  if (receiverForm(ask.destinationChainId) !== 'evm' && isAddress(receiver)) {
    throw new Problem('receiverInvalid', { facts: { reason: 'form' } })
  }
  const user = ask.userAddress ?? (asksDeposit(ask) ? null : standIn(ask, receiver))
  return {
    originChainId: String(ask.originChainId),
    destinationChainId: String(ask.destinationChainId),
    inputToken: lowerWhereEvm(ask.inputToken),
    outputToken: lowerWhereEvm(ask.outputToken),
    inputAmount: ask.inputAmount,
    userAddress: user === null ? null : lowerWhereEvm(user),
    receiverAddress: lowerWhereEvm(receiver),
    slippage: ask.slippagePercent,
    ...optionsQuery(ask.options ?? {}),
    ...(fee === null ? {} : { feeBps: fee.feeBps, feeTakerAddress: fee.feeTakerAddress }),
  }
}

/** Whoever stands in for the user has an address of the origin's form; null where none is known. */
function standIn({ originChainId, destinationChainId }: QuoteRequest, receiver: string): string | null {
  if (receiverForm(originChainId) === 'evm') return placeholderAddress
  return originChainId === destinationChainId ? receiver : null
}

function optionsQuery(options: QuoteOptions): QuoteQuery {
  return {
    delegateAddress: addressText(options.delegateAddress),
    refuel: flagText(options.refuel),
    destinationPayload: options.destinationPayload ?? null,
    destinationGasLimit: options.destinationGasLimit ?? null,
    feeBps: options.feeBps ?? null,
    feeTakerAddress: addressText(options.feeTakerAddress),
    enableManual: flagText(options.enableManual),
    disableSwapping: flagText(options.disableSwapping),
    disableAuto: flagText(options.disableAuto),
    excludeBridges: listText(options.excludeBridges),
    includeBridges: listText(options.includeBridges),
    includeDexes: listText(options.includeDexes),
    excludeDexes: listText(options.excludeDexes),
    exclusiveTransmitter: addressText(options.exclusiveTransmitter),
    useInbox: flagText(options.useInbox),
    enableMultipleAutoRoutes: flagText(options.enableMultipleAutoRoutes),
    useDepositAddress: flagText(options.useDepositAddress),
    enableDepositAddress: flagText(options.enableDepositAddress),
    refundAddress: addressText(options.refundAddress),
    depositDestinationMemo: options.depositDestinationMemo ?? null,
    exchange: options.exchange ?? null,
    solanaSponsorAddress: options.solanaSponsorAddress ?? null,
  }
}

function flagText(flag: boolean | undefined): string | null {
  return flag === undefined ? null : String(flag)
}

function listText(ids: readonly string[] | undefined): string | null {
  return ids === undefined ? null : ids.join(',')
}

function addressText(address: string | undefined): string | null {
  return address === undefined ? null : lowerWhereEvm(address)
}

/** Deployments refuse mixed case (wire shapes 2); other chains' addresses mean something by it. */
function lowerWhereEvm(address: string): string {
  return isAddress(address) ? address.toLowerCase() : address
}
