import { expect, it } from 'vitest'
import { createPlacesModel } from '../../../lib/models/settings-models.ts'
import type { ViewPlace } from '../../../lib/platform/view-places.ts'

it('shows why it failed, and clears that at the next try', async () => {
  let works = false
  const one: ViewPlace = {
    name: 'side',
    async open() {
      if (!works) throw new TypeError('no gesture')
    },
  }
  const model = createPlacesModel([one])
  await model.open(one)
  expect(model.problem.value).toMatchObject({ code: 'internal', facts: { kind: 'TypeError' } })
  works = true
  await model.open(one)
  expect(model.problem.value).toBeNull()
})
