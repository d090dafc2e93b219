import { expect, test } from 'vitest'
import { createHistoryModel } from '../../../lib/models/history-model.ts'
import * as data from './fake-data.ts'
import { doneOrder } from './fake-orders.ts'
import { openApp } from './open-app.ts'

test('the history reads its statistics only while the user opens them', async () => {
  const hourMs = 3_600_000
  const orders = [0, 1, 2].map((hour) => doneOrder(data.bornMs - hour * hourMs, { id: `o${hour}` }))
  const { app, client, settle } = await openApp({ orders })
  const model = createHistoryModel(app)
  await settle()
  const asked = () => client.sent.filter(({ name }) => name === 'historyStatistics').length
  await model.reload()
  client.push({ kind: 'wiped' })
  await settle()
  expect([asked(), model.statistics.value]).toEqual([0, null])
  model.showStatistics('months')
  await settle()
  expect([asked(), model.statistics.value?.periods.at(-1)?.count]).toEqual([1, 3])
  client.push({ kind: 'wiped' })
  await settle()
  expect([asked(), model.statistics.value === null]).toEqual([2, false])
  model.showStatistics('all')
  await settle()
  expect([asked(), model.statistics.value?.periods.length]).toEqual([3, 1])
  model.showStatistics(null)
  await settle()
  expect([asked(), model.statistics.value]).toEqual([3, null])
})
