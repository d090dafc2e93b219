import { beforeEach, describe, expect, test } from 'vitest'
import { ExtensionWorld } from './extension-world.ts'
import { send } from './stream-world.ts'

let world: ExtensionWorld
let { wallet, browser, pass } = {} as ExtensionWorld

const ref = () => world.ref()
const sends = () => world.requestFor('eth_sendTransaction')
const waking = () => world.events.flatMap((event) => (event.kind === 'waking' ? [event.isWaking] : []))

/** The result of one search of `waitMs`. */
async function look(waitMs = 300) {
  const found = world.way.find(waitMs)
  await pass(waitMs)
  return (await found).map(({ wallet: { id }, state }) => [id, state])
}

/** A wallet answers one time; then the background restarts while the wallet's worker is stopped. */
async function fallAsleep(how: 'gone' | 'deaf'): Promise<void> {
  expect(await look()).toEqual([['metamask', 'there']])
  browser.die()
  world.live()
  browser.asleep = how
}

beforeEach(() => {
  world = new ExtensionWorld()
  ;({ wallet, browser, pass } = world)
})

describe.each(['gone', 'deaf'] as const)('a sleeping wallet, its port %s', (how) => {
  test('is shown as waking where it answered before, and as there once it is awake', async () => {
    await fallAsleep(how)
    expect(await look()).toEqual([['metamask', 'waking']])
    expect(await look(3_000)).toEqual([['metamask', 'waking']])
    browser.asleep = null
    expect(await look(5_000)).toEqual([['metamask', 'there']])
    expect(new Set(wallet.requests)).toEqual(new Set(['eth_chainId']))
  })

  test('is given up after 15 s, and not shown as waking the next time', async () => {
    await fallAsleep(how)
    expect(await look()).toEqual([['metamask', 'waking']])
    await pass(20_000)
    const dials = browser.connects.length
    await pass(60_000)
    expect(browser.connects).toHaveLength(dials)
    world.live()
    expect(await look()).toEqual([])
  })

  test('that never answered before is left out until it does', async () => {
    browser.asleep = how
    expect(await look()).toEqual([])
    browser.asleep = null
    expect(await look(4_000)).toEqual([['metamask', 'there']])
  })

  test('is waited for by a request, which is sent one time', async () => {
    browser.asleep = how
    await world.send(send(ref(), 'a'), 9_000)
    expect([world.answers, waking().at(-1)]).toEqual([[], true])
    browser.asleep = null
    await pass(9_000)
    expect(world.answers).toMatchObject([{ requestId: 'a', kind: 'result' }])
    expect([sends(), waking().at(-1)]).toEqual([1, false])
  })

  test('is reported as waking for the waiting request, not for the one behind it', async () => {
    browser.asleep = how
    await world.way.request(send(ref(), 'a'))
    await world.send(send(ref(), 'b'), 9_000)
    const reported = world.events.flatMap((event) => (event.kind === 'waking' ? [event.requestId] : []))
    expect(new Set(reported)).toEqual(new Set(['a']))
  })

  test('is waited for by a read with enough time', async () => {
    browser.asleep = how
    const read = { wallet: ref(), method: 'eth_chainId', params: [] } as const
    const said = Promise.all([world.way.read(read), world.way.read({ ...read, waitMs: 16_000 })])
    await pass(5_000)
    browser.asleep = null
    await pass(9_000)
    expect(await said).toEqual([null, '0x1'])
  })

  test('gets no request after it wakes where the user stopped meanwhile', async () => {
    browser.asleep = how
    await world.send(send(ref(), 'a'), 5_000)
    world.isNeeded = false
    browser.asleep = null
    await pass(20_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noPage' }])
    expect(wallet.requests.filter((method) => method !== 'eth_chainId')).toEqual([])
  })

  test('is given up after half a minute, with no request sent', async () => {
    browser.asleep = how
    await world.send(send(ref(), 'a'), 29_000)
    expect(world.answers).toEqual([])
    await pass(8_000)
    expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noWallet' }])
    expect([sends(), waking().at(-1)]).toEqual([0, false])
  })
})

test('an awake wallet is never called waking', async () => {
  await world.send(send(ref(), 'a'), 2_000)
  expect([world.answers.length, waking()]).toEqual([1, []])
})

test('a stored list of wallets that is no list counts as empty', async () => {
  world.storage.rows['walletAnswered:extension'] = { metamask: true }
  world.live()
  expect(await look()).toEqual([['metamask', 'there']])
  expect(world.storage.rows['walletAnswered:extension']).toEqual(['metamask'])
})
