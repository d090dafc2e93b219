import { expect, it } from 'vitest'
import { createAppModel } from '../../../lib/models/app-model.ts'
import { createFakeClient } from './fake-client.ts'
import * as data from './fake-data.ts'
import { createFakePorts } from './fake-ports.ts'

it('a loss of half is confirmed only with the typed word, which is sent to the background', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs)
  const loss = { ...data.reviewFor(quote, 0).loss, level: 'typed' as const, percent: '50.00' }
  const answers = { review: () => data.reviewFor(quote, data.bornMs, { loss }) }
  const { ports, settle, client } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const model = await createAppModel({ ...ports, hash: '' }).create.review({ quoteKey: 'quote-1' })
  await settle()
  model.hasAgreed.value = true
  await model.confirm()
  expect(client.sent.some(({ name }) => name === 'confirm')).toBe(false)
  model.typedWord.value = 'lose'
  await model.confirm()
  expect(client.sent.find(({ name }) => name === 'confirm')?.input).toEqual({
    reviewKey: 'review-1',
    consent: 'lose',
  })
})

it('the review is confirmed only after each consent was given', async () => {
  const quote = data.quoteFor(data.quoteRequest, data.bornMs)
  const requiredConsents = [
    { code: 'unprovenRoute', facts: {} },
    { code: 'priceNotChecked', facts: {} },
  ] as const
  const answers = { review: () => data.reviewFor(quote, data.bornMs, { requiredConsents }) }
  const { ports, settle, client } = createFakePorts((nowMs) => createFakeClient({ nowMs, answers }))
  const model = await createAppModel({ ...ports, hash: '' }).create.review({ quoteKey: 'quote-1' })
  await settle()
  model.agree('unprovenRoute', true)
  await model.confirm()
  model.agree('priceNotChecked', true)
  model.agree('unprovenRoute', false)
  expect(model.isAgreed.value).toBe(false)
  await model.confirm()
  expect(client.sent.some(({ name }) => name === 'confirm')).toBe(false)
  model.agree('unprovenRoute', true)
  await model.confirm()
  expect(client.sent.find(({ name }) => name === 'confirm')?.input).toEqual({
    reviewKey: 'review-1',
    consents: ['priceNotChecked', 'unprovenRoute'],
  })
})
