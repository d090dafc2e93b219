import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buildExtension } from './build-extension.ts'

interface Finding {
  readonly code: string
  readonly message: string
  readonly file?: string
}

interface Report {
  readonly errors: readonly Finding[]
  readonly warnings: readonly Finding[]
  readonly notices: readonly Finding[]
}

/** `npm run lint:firefox`: runs the add-on store's linter over a build. Any message is a failure. */
async function lintFirefox(): Promise<boolean> {
  const file = process.env.FERRY_DEPLOYMENT ?? 'public/deployment.json'
  const deployment = JSON.parse(readFileSync(file, 'utf8')) as object
  const folder = await buildExtension(resolve('test-results', 'build-lint'), deployment, 'firefox')
  const linter = resolve('node_modules/web-ext/bin/web-ext.js')
  const { stdout } = spawnSync(process.execPath, [linter, 'lint', '-s', folder, '-o', 'json'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { errors, warnings, notices } = JSON.parse(stdout) as Report
  for (const { code, message, file: place } of [...errors, ...warnings, ...notices]) {
    console.error(`${code} ${place ?? ''}: ${message}`)
  }
  console.log(`${errors.length} errors, ${warnings.length} warnings, ${notices.length} notices`)
  return errors.length + warnings.length + notices.length === 0
}

process.exitCode = (await lintFirefox()) ? 0 : 1
