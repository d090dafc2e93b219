import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleScripts } from '../../browser/wallet-extension/bundle-scripts.ts'

const sources = fileURLToPath(new URL('.', import.meta.url))
const matches = ['https://*/*', 'http://127.0.0.1/*', 'http://localhost/*']
const script = (js: string) => ({ matches, js: [js], run_at: 'document_start' })

/** Builds an extension with MetaMask's provider in the page's world and a minimal relay. Returns its folder. */
export async function buildMetamask(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  for (const name of ['inpage', 'relay']) await bundleScripts(sources, [name], folder, 'iife')
  const manifest = {
    manifest_version: 3,
    name: 'MetaMask in pages',
    version: '1.0',
    content_scripts: [script('relay.js'), { ...script('inpage.js'), world: 'MAIN' }],
  }
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
  return folder
}
