import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StartView } from '../../../lib/rpc/messages.ts'
import { viewChannel } from '../../../lib/rpc/rpc-client.ts'
import { defaultSettings } from '../../../lib/storage/settings.ts'
import { controlOf } from '../../sandbox/service/control-client.ts'
import { journeyHarness } from '../journey-harness.ts'
import { type ApiStyle, fakeApi } from './fake-api.ts'
import { runBackground } from './run-background.ts'

const { browser, folder, chains, baseUrl } = journeyHarness()
const base = browser === 'firefox' ? 'moz-extension://ferry/' : 'chrome-extension://ferry/'
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as object
const ownPage = { id: 'ferry', url: `${base}popup.html`, frameId: 0 }

// Removes the state of the journey before: faults, another shape, requests that count towards the limit of a
// minute, and the origins of its extension, which outlive a reset.
beforeAll(async () => {
  const control = controlOf(baseUrl)
  await control.reset()
  await control.origins([])
})

/**
 * Both API styles of Chrome, because no version before 148 is available here. Firefox has always had both
 * names.
 */
const sides: readonly [string, ApiStyle, readonly string[]][] =
  browser === 'firefox'
    ? [['Firefox', 'promises', ['browser', 'chrome']]]
    : [
        ['Chrome before 148, which has `chrome` alone', 'callbacks', ['chrome']],
        ['Chrome since 148, which has `browser` too', 'promises', ['browser', 'chrome']],
      ]

describe.each(sides)('the built background in %s', (_, style, names) => {
  function start() {
    const api = fakeApi(style, manifest, base)
    const over = new AbortController()
    onTestFinished(() => over.abort())
    const namespaces = Object.fromEntries(names.map((name) => [name, api.namespaces]))
    runBackground(folder, base, namespaces, over.signal)
    const call = (name: string, input: unknown, sender = ownPage) =>
      api.message({ channel: viewChannel, name, input }, sender)
    return { api, call }
  }

  /** Returns the answer that a view gets; throws the whole problem if it was refused. */
  async function outputOf(reply: Promise<unknown>): Promise<unknown> {
    const answer = (await reply) as { ok: boolean; output: unknown; problem: unknown }
    if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.problem)}`)
    return answer.output
  }

  it('registers all listeners before its first await, and none for other extensions', () => {
    const received = start().api.received()
    expect(received).toEqual(
      expect.arrayContaining([
        'action.onClicked',
        'alarms.onAlarm',
        'notifications.onClicked',
        'permissions.onAdded',
        'permissions.onRemoved',
        'runtime.onConnect',
        'runtime.onInstalled',
        'runtime.onMessage',
        'runtime.onStartup',
        'runtime.onUpdateAvailable',
      ]),
    )
    expect(received.filter((name) => name.endsWith('External'))).toEqual([])
  })

  it("answers a view with the service's response", async () => {
    const view = (await outputOf(start().call('start', null))) as StartView
    expect(view).toMatchObject({
      serviceKind: 'sandbox',
      storage: 'durable',
      account: null,
      missingHosts: [],
    })
    const pinned = view.chains.filter(({ isConfigured }) => isConfigured).map(({ chainId }) => chainId)
    expect(pinned.sort()).toEqual(chains.map(({ chainId }) => chainId).sort())
    expect(view.tokens.length).toBeGreaterThan(0)
  })

  it('stores a changed setting', async () => {
    const { api, call } = start()
    const settings = { ...defaultSettings, theme: 'dark' }
    expect(await outputOf(call('saveSettings', { settings }))).toEqual(settings)
    // Content scripts can read only the mark of the pages they work on.
    const walletPage = expect.any(String)
    expect(api.shown.get('pageMark')).toEqual({ walletPage, sites: { kind: 'all', listed: [] } })
    expect([...api.shown.keys()].filter((key) => key !== 'began')).toEqual(['pageMark'])
    expect(await outputOf(call('start', null))).toMatchObject({ settings })
  })

  it('answers a refusal as a problem, and never answers a page like a view', async () => {
    const { call } = start()
    const refused = await call('order', { orderId: 'none' })
    expect(refused).toMatchObject({ ok: false, problem: { code: 'orderNotFound' } })
    const page = { id: 'ferry', url: 'https://page.example/', frameId: 0 }
    expect(await call('start', null, page)).toMatchObject({ ok: false, problem: { code: 'notAllowed' } })
  })
})
