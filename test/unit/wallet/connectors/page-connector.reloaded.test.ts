import { beforeEach, describe, expect, test } from 'vitest'
import { PageWorld, request } from './page-world.ts'

let world: PageWorld

beforeEach(async () => {
  world = await PageWorld.open()
})

describe.each(['chromium', 'firefox'] as const)(
  'Ferry is reloaded during a request to a wallet in a page, in %s',
  (browser) => {
    test('the result is unknown, once, and the same request never prompts again', async () => {
      const release = world.wallet.held()
      await world.send(request('a'))
      expect(world.sends()).toBe(1)
      world.extension.reload(browser)
      world.live()
      await world.time.pass(5_000)
      expect(world.answers).toEqual([{ requestId: 'a', kind: 'lost' }])
      // The window of the old request is still open; its answer reaches no worker.
      release('0xlate')
      await world.time.pass(30_000)
      await world.send(request('a'), 5_000)
      expect(world.answers).toEqual([
        { requestId: 'a', kind: 'lost' },
        { requestId: 'a', kind: 'lost' },
      ])
      expect(world.sends()).toBe(1)
    })

    test('a step before the method was no request: unreached, and a retry goes through', async () => {
      world.wallet.knownChains = [1, 7]
      const switchTo = world.wallet.switchTo
      world.wallet.switchTo = () => new Promise(() => {})
      const elsewhere = request('a', { chain: { chainId: 7, add: null } })
      await world.way.request(elsewhere)
      await world.time.pass(1_000)
      world.extension.reload(browser)
      world.live()
      await world.time.pass(1_000)
      await world.send(elsewhere, 10_000)
      world.wallet.switchTo = switchTo
      if (browser === 'chromium') {
        // No script of Ferry runs in that tab any more.
        expect(world.answers).toEqual([{ requestId: 'a', kind: 'unreached', reason: 'noPage' }])
      }
      expect(world.sends()).toBe(0)
      await world.send({ ...elsewhere, requestId: 'b' }, 70_000)
      expect(world.answers.at(-1)).toMatchObject({ requestId: 'b', kind: 'result' })
      expect(world.sends()).toBe(1)
    })

    test('a new request reaches the wallet, in the same tab where Ferry is in it', async () => {
      world.wallet.held()
      await world.send(request('a'))
      world.extension.reload(browser)
      world.live()
      await world.time.pass(5_000)
      world.wallet.answer = () => '0x2'
      await world.send(request('b'), 10_000)
      await world.time.pass(1_000)
      expect(world.answers).toMatchObject([
        { requestId: 'a', kind: 'lost' },
        { requestId: 'b', kind: 'result', result: '0x2' },
      ])
      expect(world.extension.actions).toEqual(
        browser === 'firefox' ? ['create 1', 'front 1'] : ['create 1', 'create 2'],
      )
    })
  },
)
