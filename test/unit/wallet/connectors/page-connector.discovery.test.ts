import { expect, test } from 'vitest'
import type { FakeWindow } from '../../rpc/fake-window.ts'
import { settled } from '../../rpc/manual-wait.ts'
import { FakeWallet } from '../../sites/fake-wallet.ts'
import { account, PageWorld, page as url } from './page-world.ts'

function wallet(rdns: string, uuid: string): FakeWallet {
  const made = new FakeWallet()
  Object.assign(made.info, { rdns, uuid })
  made.answer = () => [account]
  return made
}

/** The wallet page with these wallets in it. */
async function page(...wallets: readonly { enter(window: FakeWindow): void }[]) {
  const { time, extension, answers, way } = await PageWorld.open((window) => {
    for (const each of wallets) each.enter(window)
  })
  extension.load(7, url)
  await settled()
  let requested = 0
  return {
    /** Name of the wallet that answers a request for `id`; the reason when no wallet was reached. */
    async reach(id: string | null): Promise<string | undefined> {
      requested += 1
      const named = { connector: 'page', name: 'x', origin: 'https://wallet.example', iconUrl: null } as const
      await way.request({
        requestId: `${requested}`,
        wallet: id === null ? null : { ...named, id },
        method: 'eth_requestAccounts',
        params: [],
        chain: null,
        account: null,
      })
      await time.pass(5_000)
      const answer = answers.at(-1)
      return answer?.kind === 'unreached'
        ? answer.reason
        : answer?.kind === 'result'
          ? answer.wallet?.id
          : answer?.kind
    },
    async list() {
      const found = way.find()
      await time.pass(2_000)
      return found
    },
    time,
  }
}

test('finds a wallet by name, or the only one', async () => {
  const [one, two] = [wallet('org.one', '1'), wallet('org.two', '2')]
  const both = await page(one, two)
  expect(await both.reach('org.two')).toBe('org.two')
  expect([one.requests, two.requests]).toEqual([[], ['eth_requestAccounts']])
  expect(await both.reach(null)).toBe('severalWallets')
  expect(await both.reach('org.three')).toBe('noWallet')
  expect(await (await page(one)).reach(null)).toBe('org.one')
  expect(await (await page()).reach(null)).toBe('noWallet')
})

test('repeated announcements of one wallet are one wallet', async () => {
  const often = await page(wallet('org.one', '1'))
  for (let times = 0; times < 3; times += 1) expect(await often.list()).toHaveLength(1)
  expect(await often.reach('org.one')).toBe('org.one')
})

test.each([
  ['rdns', wallet('org.one', '2')],
  ['uuid', wallet('org.two', '1')],
])('two wallets that claim the same %s are both refused', async (_, forged) => {
  const one = wallet('org.one', '1')
  const both = await page(one, forged)
  expect(await both.reach('org.one')).toBe('doubleWallet')
  expect((await both.list()).map(({ isDuplicate }) => isDuplicate)).toEqual([true, true])
  expect([one.requests, forged.requests]).toEqual([[], []])
})

test('waits three seconds for a late wallet', async () => {
  const late = wallet('org.late', '1')
  let isThere = false
  const enter = (window: FakeWindow): void =>
    window.addEventListener('eip6963:requestProvider', () => {
      if (isThere) late.enter(window)
    })
  const there = await page({ enter })
  expect(await there.reach('org.late')).toBe('noWallet')
  void there.time.wait(1_500).then(() => {
    isThere = true
  })
  expect(await there.reach('org.late')).toBe('org.late')
})
