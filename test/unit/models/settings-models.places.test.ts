import { expect, it } from 'vitest'
import { createPlacesModel } from '../../../lib/models/settings-models.ts'
import type { ViewPlace } from '../../../lib/models/view-ports.ts'

function place(open: () => Promise<void>): ViewPlace {
  return { name: 'side', open }
}

it('opens within the press: after a wait the browser would not prompt', () => {
  let opened = 0
  const one = place(async () => {
    opened++
  })
  const model = createPlacesModel([one])
  void model.open(one)
  expect(opened).toBe(1)
})

it('shows why it failed, and clears that at the next try', async () => {
  let works = false
  const one = place(async () => {
    if (!works) throw new TypeError('no gesture')
  })
  const model = createPlacesModel([one])
  await model.open(one)
  expect(model.problem.value).toMatchObject({ code: 'internal', facts: { kind: 'TypeError' } })
  works = true
  await model.open(one)
  expect(model.problem.value).toBeNull()
})
