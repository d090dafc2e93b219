import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { cellName } from '../wallets/cell.ts'
import { allCells } from '../wallets/cells.ts'
import { runCell } from '../wallets/run-cell.ts'
import { openWalletScene, type WalletScene } from '../wallets/scene.ts'
import { pictureAll } from './journey.ts'
import { journeyHarness } from './journey-harness.ts'

const harness = journeyHarness()
const way = harness.browser === 'chromium' ? 'extension' : 'page'

/**
 * Cells of `npm run wallets` that run each time. The others differ from them in ways that in-process tests
 * also show.
 */
const names: readonly string[] = {
  extension: [
    'extension asleep connect',
    'extension deaf sign',
    'extension hides send',
    'extension locks sign',
    'extension dies approve',
    'extension dies sign',
    'extension dies send',
    'extension forgets send',
    'extension sends-late send',
  ],
  page: ['page dies send', 'page sends-late approve', 'page hides sign'],
}[way]
const cells = allCells.filter((cell) => names.includes(cellName(cell)))

let scene: WalletScene
const open = async (): Promise<void> => {
  scene = await openWalletScene(way, harness)
}
beforeAll(open)
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await pictureAll(scene.driver, task.name)
  // A cell must not leave anything open for the next one.
  await scene.close()
  await open()
})
afterAll(() => scene?.close())

it('finds every named cell', () => expect(cells.map(cellName).sort()).toEqual(names.toSorted()))

it.each(cells.map((cell) => [cellName(cell), cell.title, cell] as const))('%s: %s', (_name, _says, cell) =>
  runCell(scene, cell),
)
