import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { commentsOf } from './citations.ts'
import { allSources, withoutComments } from './source-files.ts'

const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n').filter(existsSync)
const pages = tracked.filter((path) => /(^|\/)(README|CONTRIBUTING|SECURITY)\.md$/.test(path))
const texts = [
  ...pages.map((page) => ({ page, text: readFileSync(page, 'utf8') })),
  ...allSources.map(({ path, text }) => ({ page: path, text: commentsOf(text) })),
]
const names = new Set(tracked.map((path) => basename(path)))

/** Files of ours by their ending, and folders below our roots; a name alone is one of a file. */
const ours =
  /^(?:[\w@-][\w.@-]*\/)*[\w@-][\w.@-]*\.(?:tsx?|css|sol)$|^(?:lib|components|entrypoints|test|public)\/[\w./@-]+$/

/** Names of code that is not ours: of engines, of standards, of wallets and of drivers. */
const foreign = [
  'OffchainLookup',
  'encodeType',
  'createModel',
  'errcodeTimeout',
  'getTitle',
  'TxMainNew',
  'confirmTitlePermitTokens',
  'confirmTitleRevokeApproveTransaction',
  'confirmTitleSignature',
  'confirmTitleTransaction',
  'walletSwitchEthereumChain',
  'switchEthereumChain',
  'onSwitchEthereumChainSupported',
  'ProviderRequest',
  'extraPrefsFirefox',
  'emulateMediaFeatures',
]

/** Names that are no files of ours: sources of wallets that a page cites. */
const others = [
  'main/api/origins.ts',
  'coinbaseWallet.ts',
  'trustWallet.ts',
  'okxWallet.ts',
  'phantomWallet.ts',
  'ui/pages/confirmations/components/confirm/title/title.tsx',
  'ui/pages/confirmations/external/add-ethereum-chain/add-ethereum-chain.tsx',
  'test/e2e/page-objects/pages/confirmations/connect-account-confirmation.ts',
  'add-network-confirmations.ts',
  'review-permissions-confirmation.ts',
  'Actions/utils.tsx',
  'TypedDataActions/index.tsx',
  'components/FooterBar',
  'src/background/controller/provider/controller.ts',
  'main/provider/index.ts',
  'ApproveAppRequest.tsx',
  'src/entries/background/handlers/handleProviderRequest.ts',
]

/** Whether who reads a page finds what it names: from the root, beside the page, among the tests, or by the name alone. */
function isThere(page: string, path: string): boolean {
  return names.has(path) || ['', dirname(page), 'test'].some((folder) => existsSync(join(folder, path)))
}

it('every file and folder that a page for readers, or a comment, names is there', () => {
  const named = texts.flatMap(({ page, text }) =>
    [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => ({ page, path })),
  )
  const paths = named.filter(({ path }) => ours.test(path) && !others.includes(path))
  expect(paths.length).toBeGreaterThan(200)
  const gone = paths.filter(({ page, path }) => !isThere(page, path))
  expect([...new Set(gone.map(({ page, path }) => `${page}: ${path}`))]).toEqual([])
})

it('every name of code that a page for readers, or a comment, quotes is in the code', () => {
  const code = new Set(allSources.flatMap(({ text }) => withoutComments(text).match(/[\w$]+/g) ?? []))
  const quoted = texts.flatMap(({ page, text }) =>
    [...text.matchAll(/`([a-z]+[A-Z]\w*|[A-Z]\w*[a-z]\w*[A-Z]\w*)(?:\(\))?`/g)].map(([, name = '']) => ({
      page,
      name,
    })),
  )
  expect(quoted.length).toBeGreaterThan(200)
  const gone = quoted.filter(({ name }) => !code.has(name) && !foreign.includes(name))
  expect([...new Set(gone.map(({ page, name }) => `${page}: ${name}`))]).toEqual([])
})
