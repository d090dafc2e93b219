import { describe, expect, it } from 'vitest'
import { createDraftModel } from '../../../lib/models/draft-model.ts'
import { firstFrame, readFrameWords } from '../../../lib/models/screen.ts'
import { createStartModel } from '../../../lib/models/start-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

describe('firstFrame', () => {
  it("is empty with the system's theme where nothing was stored", () => {
    const { ports } = createFakePorts()
    const form = { amountText: '', isFiat: false, input: null, output: null }
    expect(firstFrame(ports.storage, '')).toEqual({ theme: 'system', words: readFrameWords(), form })
  })

  it('shows the values that an earlier view stored', async () => {
    const start = { ...data.start, settings: { ...data.start.settings, theme: 'dark' as const } }
    const { ports } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers: { start: () => start } }))
    await createStartModel(ports).load()
    const draft = createDraftModel(ports)
    draft.pick('input', data.usdcHarbour)
    draft.pick('output', { ...data.usdcIsland, chainId: 424242 })
    draft.setAmount('12.5')
    expect(firstFrame(ports.storage, '#/elsewhere')).toEqual({
      theme: 'dark',
      words: readFrameWords(),
      form: {
        amountText: '12.5',
        isFiat: false,
        input: { symbol: 'USDC', chainName: 'Harbour' },
        output: { symbol: 'USDC', chainName: '' },
      },
    })
  })

  it('says when the text is in dollars', () => {
    const { ports } = createFakePorts()
    const draft = createDraftModel(ports)
    draft.pick('input', data.usdcHarbour)
    draft.learnPrice({ ...data.quoteFor(data.quoteRequest, data.bornMs), inputPriceInUsd: '2' })
    draft.setAmount('3')
    draft.toggleEntry()
    expect(firstFrame(ports.storage, '').form).toMatchObject({ amountText: '6.00', isFiat: true })
  })

  it.each(['1', '{}', '{"settings":{}}', '{"chains":null}', '{"se'])(
    'reads %s in place of a stored start',
    (kept) => {
      const { ports, texts } = createFakePorts()
      createDraftModel(ports).pick('input', data.usdcHarbour)
      texts.set('ferry.start.1', kept)
      expect(firstFrame(ports.storage, '').form?.input).toEqual({ symbol: 'USDC', chainName: '' })
    },
  )

  it('has the texts that an earlier view stored, so that the browser need not send any', () => {
    const { ports, texts } = createFakePorts()
    const words = { ...readFrameWords(), language: 'he', direction: 'rtl', from: 'stored' }
    texts.set('ferry.words.1', JSON.stringify(words))
    expect(firstFrame(ports.storage, '').words).toEqual(words)
    expect(firstFrame(ports.storage, '#/history').words).toEqual(words)
  })

  it('has no form where hosts are missing, since a notice appears above it', () => {
    const { ports, texts } = createFakePorts()
    texts.set('ferry.start.1', JSON.stringify({ ...data.start, missingHosts: ['https://rpc.example/*'] }))
    expect(firstFrame(ports.storage, '').form).toBeNull()
  })

  it.each(['#/settings', '#/history', '#/proposal', '#/order/abc-1'])('has no form before %s', (hash) => {
    const { ports, texts } = createFakePorts()
    texts.set('ferry.draft.1', '{"amountText":"1"}')
    expect(firstFrame(ports.storage, hash).form).toBeNull()
  })
})
