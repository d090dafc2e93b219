import { signal } from '@preact/signals'
import { App } from '../../../components/App.tsx'
import { createTestApp, draw } from './test-app.tsx'

/** All of Ferry in one view. */
export async function renderApp(
  options: Parameters<typeof createTestApp>[0] = {},
  { hash = '', isWide = false } = {},
) {
  const shown = await createTestApp(options, hash)
  draw(<App app={shown.app} isWide={signal(isWide)} />)
  await shown.settle()
  return shown
}
