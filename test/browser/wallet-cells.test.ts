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
 * also show. Cells of one step are neighbours, because the form then has their tokens already.
 */
const names: readonly string[] = {
  extension: [
    'extension asleep connect',
    'extension deaf sign',
    'extension locks sign',
    'extension dies sign',
    'extension hides send',
    'extension dies send',
    'extension sends-late send',
  ],
  page: ['page sends-late approve', 'page hides sign', 'page dies send'],
}[way]
const cells = names.flatMap((name) => allCells.filter((cell) => cellName(cell) === name))

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

it('finds every named cell', () => expect(cells.map(cellName)).toEqual(names))

it.each(cells.map((cell) => [cellName(cell), cell.title, cell] as const))('%s: %s', (_name, _says, cell) =>
  runCell(scene, cell),
)
