import type { Address } from '../../lib/base/hex.ts'
import type { Effects, MovedUnits, Simulation } from '../../lib/chain/effects.ts'
import { chainById } from './chains.ts'
import { type Entry, runCall } from './contracts.ts'
import type { Ledger } from './ledger.ts'

/** An effect of a call to an address that the ledger's own contracts do not have. */
export type ExtraEffect = (
  ledger: Ledger,
  call: Pick<Entry, 'chainId' | 'from' | 'to' | 'data' | 'value'>,
) => void

/** Simulates calls on the ledger: runs them, returns the changes and undoes everything. */
export function simulateCalls(
  ledger: Ledger,
  chainId: number,
  trial: Simulation,
  {
    extraEffects,
    simulation,
  }: { readonly extraEffects: ReadonlyMap<string, ExtraEffect>; readonly simulation: string | null },
  nowMs: number,
): Effects {
  if (simulation !== null) return { ...noEffects, failure: simulation }
  const { account, receiver } = trial
  const undo = ledger.saveState()
  const before = {
    held: ledger.tokenBalances(chainId, account),
    lent: ledger.grantedAllowances(chainId, account),
  }
  const receiversOf = () =>
    receiver === null ? 0n : ledger.balance(chainId, receiver.token, receiver.address)
  const receivedBefore = receiversOf()
  try {
    for (const call of trial.calls) {
      const entry: Entry = {
        ...call,
        chainId,
        from: account,
        nonce: 0,
        state: 'waiting',
        minedMs: nowMs,
        payment: null,
      }
      if (!runCall(ledger, entry)) return { ...noEffects, failure: 'execution reverted' }
      extraEffects.get(call.to)?.(ledger, entry)
    }
    return {
      ...noEffects,
      ...movesOf(before.held, ledger.tokenBalances(chainId, account)),
      allowances: changesOf(chainId, before.lent, ledger.grantedAllowances(chainId, account)),
      received: receiver === null ? null : receiversOf() - receivedBefore,
    }
  } finally {
    undo()
  }
}

export const noEffects: Effects = {
  leaves: [],
  arrives: [],
  allowances: [],
  received: null,
  failure: null,
  isWhole: true,
}

type AmountsByPlace = ReadonlyMap<string, bigint>

function movesOf(before: AmountsByPlace, after: AmountsByPlace): Pick<Effects, 'leaves' | 'arrives'> {
  const moved = [...new Set([...before.keys(), ...after.keys()])].map((token) => ({
    token: token as Address,
    units: (after.get(token) ?? 0n) - (before.get(token) ?? 0n),
  }))
  const leaves: readonly MovedUnits[] = moved
    .filter(({ units }) => units < 0n)
    .map(({ token, units }) => ({ token, units: -units }))
  return { leaves, arrives: moved.filter(({ units }) => units > 0n) }
}

function changesOf(chainId: number, before: AmountsByPlace, after: AmountsByPlace): Effects['allowances'] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((place) => {
    const [token = '', name = ''] = place.split(':')
    const spender = name === '' ? chainById(chainId).permit2 : (name as Address)
    const change = { before: before.get(place) ?? 0n, after: after.get(place) ?? 0n }
    return change.before === change.after ? [] : [{ token: token as Address, spender, ...change }]
  })
}
