import { afterAll, beforeAll, expect, it } from 'vitest'
import { type LiveHarness, startHarness } from '../run/live-harness.ts'
import { settleThree } from '../run/settle-three.ts'
import { otherPortBase } from '../sandbox/chains/free-port-base.ts'

let harness: LiveHarness | null = null
// Its own sandbox and build are half of the work, and have their own time limit.
beforeAll(async () => {
  harness = await startHarness({
    browser: 'chromium',
    headless: true,
    wallet: 'page',
    word: 'acme',
    base: await otherPortBase(),
  })
})
afterAll(() => harness?.stop())

it('settles the three basic swaps with a service of another name', async () => {
  if (harness === null) throw new Error('no harness')
  expect(await settleThree(harness)).toBe(3)
  const posts = (await harness.sandbox.control.asked()).filter(({ endpoint }) => endpoint === 'submit')
  expect(JSON.stringify(posts.at(-1)?.body)).toContain('"acmeGateway":"0x')
})
