import type { ProblemData } from '../../../lib/base/problem-shape.ts'
import type { Connecting, LocalItem } from '../../../lib/storage/local.ts'
import { createAccountService } from '../../../lib/wallet/account-service.ts'
import type { Account, WalletChoice, WalletRef, WalletRequest } from '../../../lib/wallet/port.ts'

export const wallet: WalletRef = {
  connector: 'page',
  id: 'local.sandbox.wallet',
  name: 'Sandbox Wallet',
  origin: 'http://127.0.0.1:8788',
  iconUrl: null,
}
export const address = '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const other = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

export const inTab = { tabId: 4, origin: wallet.origin }

function item<T>(first: T): LocalItem<T> {
  let value = first
  return {
    get: async () => value,
    set: async (next) => {
      value = next
    },
  }
}

/**
 * An account service with a wallet that answers nothing by itself; `looked` resolves when the proven accounts are known.
 */
export function accountService(
  account: Account | null = null,
  proven: readonly string[] = [],
  looked: Promise<void> = Promise.resolve(),
) {
  const requested: WalletRequest[] = []
  const offers: (Account | null)[] = []
  const refusals: ProblemData[] = []
  const reported: [Account | null, ProblemData | null][] = []
  const forgotten: string[] = []
  const followed: (string | null)[] = []
  const chosen: string[] = []
  /** The wallet's answers to reads, by method. */
  const said: { [method: string]: unknown } = {}
  /** Failures of the wallet: why a request cannot be sent, and the result of its disconnect. */
  const fails: { request: Error | null; forget: Promise<void> } = { request: null, forget: Promise.resolve() }
  let ids = 0
  const items = {
    account: item(account),
    connecting: item<Connecting | null>(null),
    lastWallet: item<WalletChoice | null>(null),
    offered: item<Account | null>(null),
  }
  const made = createAccountService({
    ...items,
    wallet: {
      request: async (request) => {
        if (fails.request !== null) throw fails.request
        requested.push(request)
      },
      read: async ({ method }) => said[method] ?? null,
      show: async () => true,
      closeForbidden: async () => undefined,
      findConnected: async (tab, last) => [
        { ...wallet, state: 'there', isLastUsed: last?.tab?.origin === tab.origin, origin: tab.origin, tab },
      ],
      choose: async ({ tab }) => {
        if (tab) chosen.push(tab.origin)
      },
      find: async (last) => [{ ...wallet, state: 'there', isLastUsed: last?.id === wallet.id }],
      refOf: ({ id }) => (id === null ? null : { ...wallet, connector: 'extension', id }),
      follow: (ref) => {
        followed.push(ref?.id ?? null)
      },
      forget: async () => {
        forgotten.push('wallet')
        await fails.forget
      },
    },
    newId: () => `id-${++ids}`,
    isAccountProven: async (one) => {
      await looked
      return proven.includes(one)
    },
    onChanged: (next, problem) => reported.push([next, problem]),
    onChainRefused: (problem) => refusals.push(problem),
    onOfferedChanged: (next) => offers.push(next),
  })
  return {
    service: made,
    requested: requested,
    reports: reported,
    refusals,
    offers,
    forgotten,
    followed,
    chosen,
    said,
    fails,
    ...items,
  }
}

/** The choice of any wallet in the wallet page. */
export const anyPage = { connector: 'page', id: null } as const

export type Made = ReturnType<typeof accountService>

export const result = (requestId: string, accounts: unknown) =>
  ({ requestId, kind: 'result', result: accounts, wallet }) as const
