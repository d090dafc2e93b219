import { expect, test } from 'vitest'
import type { PageFound } from '../../../lib/wallet/connectors/page-calls.ts'
import type { WalletRead, WalletRef, WalletRequest } from '../../../lib/wallet/port.ts'
import { type Connectors, createWallets } from '../../../lib/wallet/wallets.ts'
import { send } from './connectors/stream-world.ts'

/** A time that does not pass. */
const never = () => new Promise<void>(() => {})
const pageUrl = 'https://wallet.example/wallet'
const ref = (connector: WalletRef['connector'], id: string): WalletRef => ({
  connector,
  id,
  name: id,
  origin: 'ferry',
  iconUrl: null,
})

function ways(inPage: readonly string[], isDuplicate = false, inTabs: readonly PageFound[] = []) {
  const picked: string[] = []
  const requested: string[] = []
  const followed: string[] = []
  const forgotten: string[] = []
  const line = (connector: WalletRef['connector']) => ({
    request: async ({ requestId }: WalletRequest) => void requested.push(`${connector} ${requestId}`),
    read: async ({ method }: WalletRead) => `${connector} ${method}`,
    show: async () => false,
    reach: async () => null,
    close: async () => undefined,
    closeForbidden: async () => undefined,
    stateOf: () => null,
    follow: (wallet: WalletRef | null) => void followed.push(`${connector} ${wallet?.id ?? 'none'}`),
    forget: async () => void forgotten.push(connector),
    refOf: (id: string) => (id === 'unknown' ? null : ref(connector, id)),
  })
  const made: Connectors = {
    extension: {
      ...line('extension'),
      find: async () => [{ wallet: ref('extension', 'mm'), state: 'there' }],
    },
    loopback: {
      ...line('loopback'),
      find: async () => [{ wallet: ref('loopback', 'ws'), state: 'needsPermission' }],
    },
    page: {
      ...line('page'),
      show: async () => true,
      pick: async ({ tabId, origin }) => void picked.push(`${tabId} ${origin}`),
      findConnected: async ({ origin }) => inTabs.filter(({ wallet }) => wallet.origin === origin),
      find: async () => inPage.map((id) => ({ wallet: ref('page', id), uuid: id, isDuplicate })),
      onMessage: async () => undefined,
      onPortClosed: () => undefined,
    },
    pageUrl,
  }
  return { made, wallets: createWallets(made, never), requested: requested, followed, forgotten, picked }
}

test('each request goes to the connector of its wallet', async () => {
  const { wallets, requested } = ways([])
  await wallets.request(send(ref('extension', 'mm'), 'a'))
  await wallets.request(send(ref('loopback', 'ws'), 'b'))
  await wallets.request(send(ref('page', 'x'), 'c'))
  await wallets.request(send(null, 'd'))
  expect(requested).toEqual(['extension a', 'loopback b', 'page c', 'page d'])
  const read = { method: 'wallet_getCapabilities', params: [] } as const
  const answer = await wallets.read({ ...read, wallet: ref('loopback', 'ws') })
  expect(answer).toBe('loopback wallet_getCapabilities')
  expect(await wallets.show(ref('extension', 'mm'))).toBe(false)
  expect(await wallets.show(ref('page', 'x'))).toBe(true)
})

test('offers found wallets, the last choice first, and the wallets of an open page', async () => {
  const closed = await ways([]).wallets.find({ connector: 'page', id: 'x' }, 300)
  expect(closed.map(({ connector, id, state, isLastUsed }) => [connector, id, state, isLastUsed])).toEqual([
    ['page', null, 'closed', true],
    ['extension', 'mm', 'there', false],
    ['loopback', 'ws', 'needsPermission', false],
  ])
  const open = await ways(['x', 'y']).wallets.find({ connector: 'page', id: 'y' }, 300)
  const states = ['y there', 'mm there', 'ws needsPermission', 'x there']
  expect(open.map(({ id, state }) => `${id} ${state}`)).toEqual(states)
  expect((await ways(['x'], true).wallets.find(null, 300)).at(-1)).toMatchObject({ id: 'x', state: 'double' })
})

test('refuses a choice that no connector offers', () => {
  const { made, wallets } = ways([])
  expect(() => wallets.refOf({ connector: 'extension', id: 'unknown' })).toThrow('walletNone')
  expect(() => wallets.refOf({ connector: 'loopback', id: null })).toThrow('walletNone')
  expect(wallets.refOf({ connector: 'page', id: null })).toBeNull()
  expect(wallets.refOf({ connector: 'page', id: 'x' })).toMatchObject({ connector: 'page', id: 'x' })
  const without = createWallets({ ...made, pageUrl: null }, never)
  expect(() => without.refOf({ connector: 'page', id: null })).toThrow('walletNone')
  expect(() => without.refOf({ connector: 'page', id: 'x' })).toThrow('walletNone')
})

test('follows one wallet at a time, and disconnects it at its connector', async () => {
  const { wallets, followed, forgotten } = ways([])
  wallets.follow(ref('extension', 'mm'))
  wallets.follow(ref('page', 'x'))
  expect(followed).toEqual([
    ...['extension mm', 'loopback none', 'page none'],
    ...['extension none', 'loopback none', 'page x'],
  ])
  for (const connector of ['extension', 'loopback', 'page'] as const)
    await wallets.forget(ref(connector, 'x'))
  expect(forgotten).toEqual(['extension', 'loopback', 'page'])
})

test('offers the wallets of a proposing page with its site, the last one first, but not as a choice of the wallet page', async () => {
  const origin = 'https://b.example'
  const found = (id: string, isDuplicate: boolean): PageFound => ({
    wallet: { ...ref('page', id), origin },
    uuid: id,
    isDuplicate,
  })
  const { wallets, picked } = ways(['x'], false, [found('y', true), found('x', false)])
  const last = { connector: 'page', id: 'x', tab: { tabId: 9, origin: 'https://b.example' } } as const
  const offers = await wallets.findConnected({ tabId: 4, origin }, last, 300)
  expect(offers.map(({ id, tab, state, isLastUsed }) => [id, tab, state, isLastUsed])).toEqual([
    ['x', { tabId: 4, origin }, 'there', true],
    ['y', { tabId: 4, origin }, 'double', false],
  ])
  expect((await wallets.find(last, 300)).some(({ isLastUsed }) => isLastUsed)).toBe(false)
  expect(picked).toEqual([])
  await wallets.choose(last)
  await wallets.choose({ connector: 'page', id: 'x' })
  expect(picked).toEqual(['9 https://b.example'])
  expect(wallets.refOf(last)).toMatchObject({
    connector: 'page',
    id: 'x',
    name: 'b.example',
    origin: 'https://b.example',
  })
  expect(() => wallets.refOf({ ...last, id: null })).toThrow('walletNone')
})

test('reaches a wallet in another tab where the deployment names no wallet page, but no other', async () => {
  const { made, requested } = ways([])
  const wallets = createWallets({ ...made, pageUrl: null }, never)
  await wallets.request(send({ ...ref('page', 'x'), origin: 'https://a.example' }, 'a'))
  await expect(wallets.request(send(null, 'b'))).rejects.toThrow('walletNone')
  expect(requested).toEqual(['page a'])
  expect((await wallets.find(null, 300)).map(({ connector }) => connector)).toEqual(['extension', 'loopback'])
})
