import { spawn } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deployment, ServiceKind } from '../../lib/deployment/schema.ts'
import type { BrowserName } from '../browser/driver.ts'
import { deploymentText } from '../sandbox/chains/deployment-file.ts'

/** Into `folder/<browser>-mv3`, outside of `.output`. Throws with the build's output. */
export async function buildExtension(
  folder: string,
  deployment: Deployment | object,
  browser: BrowserName = 'chromium',
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = resolve(folder, 'deployment.json')
  await writeFile(file, deploymentText(deployment))
  const target = browser === 'firefox' ? 'firefox' : 'chrome'
  const wxt = resolve('node_modules/wxt/bin/wxt.mjs')
  const child = spawn(process.execPath, [wxt, 'build', '-b', target], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, FERRY_DEPLOYMENT: file, FERRY_OUT_DIR: resolve(folder), NODE_ENV: 'production' },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const code = await new Promise((done) => child.once('close', done))
  if (code !== 0) throw new Error(`the build failed:\n${said}`)
  return join(resolve(folder), `${target}-mv3`)
}

/** A build for real money refuses the sandbox's contracts, but some journeys must see its screens. */
export async function setServiceKind(folder: string, kind: ServiceKind): Promise<void> {
  const file = join(folder, 'deployment.json')
  const deployment = JSON.parse(await readFile(file, 'utf8')) as Deployment
  await writeFile(file, deploymentText({ ...deployment, service: { ...deployment.service, kind } }))
}

/** Copies a build and makes its optional hosts required, so that they are granted. Returns the new folder. */
export async function grantHosts(folder: string, copy: string): Promise<string> {
  await cp(folder, copy, { recursive: true })
  const file = join(copy, 'manifest.json')
  const { optional_host_permissions: optional, ...manifest } = JSON.parse(await readFile(file, 'utf8')) as {
    readonly host_permissions: readonly string[]
    readonly optional_host_permissions: readonly string[]
  }
  const granted = { ...manifest, host_permissions: [...manifest.host_permissions, ...optional] }
  await writeFile(file, JSON.stringify(granted))
  return copy
}
