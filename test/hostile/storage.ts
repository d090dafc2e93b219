import type { Order } from '../../lib/order/order.ts'
import { isProvenOnChain, type OrderState } from '../../lib/order/order-state.ts'
import { isTerminal } from '../../lib/service/status-codes.ts'
import { createFundedWorld } from '../harness/actions.ts'
import { account } from '../harness/chains.ts'
import { plantInBackup } from '../harness/planted-order.ts'
import { attacker } from './forge.ts'
import { requestWord } from './judge-wallet.ts'
import { kinds, type Swap } from './kinds.ts'
import type { OtherLie } from './lie.ts'
import { type Wire, writePath } from './wire.ts'

type Kind = keyof typeof kinds

/**
 * The backup holds an order that the person did not confirm when the background starts. The lie was believed
 * if the wallet is prompted, if Ferry calls the order verified, or if it shows an end that the service did
 * not report.
 */
function planted(name: string, kind: Kind, change: (order: Wire) => void): OtherLie {
  const { request, choice }: Swap = kinds[kind]
  return {
    name: `storage: a ${kind} order, ${name}`,
    liar: 'storage',
    async observe() {
      const elsewhere = await createFundedWorld(request, { behaviours: ['silent', 'silent'] })
      const made = await elsewhere.readOrder(await elsewhere.startOrder(request, account, choice))
      const order = structuredClone(made) as unknown as Wire
      change(order)
      const world = await createFundedWorld(request, { allowed: true })
      await plantInBackup(world, order as unknown as Order)
      await world.restart()
      for (let ticks = 0; ticks < 60; ticks += 1) if (!(await world.runNextTimer())) break
      const requested = world.wallet.prompts.map(requestWord)
      const kept: Order | null = await world.orders.read(String(order.id))
      const isClaimed = kept !== null && (isProvenOnChain(kept) || kept.evidence !== undefined)
      const isReported = isTerminal(kept?.statusCode ?? null) || kept?.destinationTransactionHash != null
      const believed = [
        ...(requested.length > 0 ? ['the wallet is asked'] : []),
        ...(isClaimed ? ['it is called proven'] : []),
        ...(isReported ? ['an end is displayed without any report'] : []),
      ]
      return {
        walletRequests: requested,
        reportedCodes: [kept?.problem?.code ?? 'none'],
        claimed: kept?.state ?? 'nothing',
        believed,
      }
    },
  }
}

const inState = (state: OrderState) => (order: Wire) => {
  Object.assign(order, { state, walletRequest: null, dueMs: 1, problem: null })
}

const theft = (state: OrderState) => (order: Wire) => {
  inState(state)(order)
  writePath(order, 'terms.signTypedData.values.spender', attacker)
  writePath(order, 'terms.signTypedData.values.witness.basicReq.receiver', attacker)
  writePath(order, 'terms.txData.to', attacker)
  writePath(order, 'terms.txData.data', '0x')
  writePath(order, 'terms.txData.value', '900000000000000000')
  writePath(order, 'reviewed.request.receiverAddress', attacker)
}

const early: readonly OrderState[] = ['confirmed', 'approved', 'approve_sent', 'signed', 'needs_user']
const requesting = (state: OrderState, purpose: string) => (order: Wire) => {
  theft(state)(order)
  const requested = {
    requestId: 'planted',
    purpose,
    requestedMs: 1_800_000_000_000,
    accountNonce: 0,
    amountUnits: '1500000',
  }
  order.walletRequest = requested
}

const hash = `0x${'ab'.repeat(32)}`
const proofs = {
  sourceTransactionHash: hash,
  destinationTransactionHash: hash,
  evidence: { kind: 'delivery', chainId: 31_338, hash, units: '999999000000', logIndexes: [0], sources: 9 },
}

const attacked = ['signed', 'native', 'manual', 'deposit'] as const

export const storageLies: readonly OtherLie[] = [
  ...attacked.flatMap((kind) => [
    ...early
      .slice(0, 2)
      .map((state) => planted(`honest but never confirmed, in ${state}`, kind, inState(state))),
    ...early.map((state) => planted(`to the attacker, in ${state}`, kind, theft(state))),
  ]),
  planted('whose signature is being asked', 'signed', requesting('sign_requested', 'sign')),
  planted('whose approval is being asked', 'signed', requesting('approve_requested', 'approve')),
  planted('that is being sent', 'native', requesting('send_requested', 'send')),
  planted('that is being sent', 'manual', requesting('send_requested', 'send')),
  planted('that is being sent', 'deposit', requesting('send_requested', 'send')),
  planted('that is being cancelled', 'signed', requesting('pending', 'cancel')),
  planted('that is being taken out of the inbox', 'native', requesting('unknown_outcome', 'withdraw')),
  ...(['signed', 'native'] as const).flatMap((kind) =>
    (['reported_terminal', 'verified_terminal', 'expired_unused', 'cancelled_unused'] as const).map((state) =>
      planted(`that is over, in ${state}`, kind, (order) => {
        inState(state)(order)
        Object.assign(order, { statusCode: 4, fulfilledAmount: '999999000000', fundsSettled: true })
        Object.assign(order, proofs)
      }),
    ),
  ),
]
