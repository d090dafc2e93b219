import { readFile } from 'node:fs/promises'
import type { SandboxChain } from '../chains/ledger.ts'
import { escapeHtml, pageShell } from './page-shell.ts'

const folder = new URL('example/', import.meta.url)
const scripts = ['example.js', 'form.js']
const linksTag = '<meta name="ferry-swap" content="links">'

/** It is served unbundled, because people read it. */
export async function exampleScript(path: string): Promise<string | null> {
  const name = path.replace(/^\/example\//, '')
  return scripts.includes(name) ? readFile(new URL(name, folder), 'utf8') : null
}

/** A page that proposes swaps to Ferry, with the code of each step next to its result. */
export async function examplePage(chains: readonly SandboxChain[]): Promise<string> {
  const [from, to] = chains
  const inputToken = from?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const outputToken = to?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? ''
  const swap = {
    originChainId: from?.chainId ?? 0,
    destinationChainId: to?.chainId ?? 0,
    inputToken,
    outputToken,
    inputAmount: '1500000',
  }
  const code = stepsOf(await readFile(new URL('example.js', folder), 'utf8'))
  const attribute = escapeHtml(JSON.stringify(swap))
  return pageShell(
    'Hand a swap over',
    `<h1>Hand a swap over to Ferry</h1>
<p>This page finds Ferry, proposes a swap on a click and hears how it goes. It never sees an account, a balance or another
site's swap, and nothing happens that you have not confirmed in Ferry. <a href="/about">About this sandbox</a></p>
${step(code, 1, '<p data-testid="example-found" role="status">Looking for Ferry.</p>')}
${step(code, 2, '<p data-testid="example-capabilities" role="status"></p>')}
${step(code, 3, form(swap))}
${step(code, 4, `<p role="status">State: <b data-testid="example-state">none yet</b></p><pre data-testid="example-swap"></pre>`)}
${step(code, 5, '<button type="button" data-testid="example-cancel" disabled>Take it back</button><p data-testid="example-cancelled" role="status"></p>')}
${step(
  code,
  6,
  `<p><a data-testid="example-link" data-ferry-swap="${attribute}" href="/support">Swap 1.5 USDC with Ferry</a></p>
<p>The head of the page has to say that its links may propose swaps; calling the provider is not enough:</p>
<pre>${escapeHtml(`${linksTag}\n<a data-ferry-swap='${JSON.stringify(swap)}' href="/support">`)}</pre>`,
)}
<script type="module" src="/example/example.js"></script>`,
    linksTag,
  )
}

const fields = [
  ['originChainId', 'From chain'],
  ['destinationChainId', 'To chain'],
  ['inputToken', 'Token to give'],
  ['outputToken', 'Token to get'],
  ['inputAmount', 'Amount in smallest units'],
  ['receiverAddress', 'Receiver (empty: yourself)'],
  ['reference', 'Your own name for it'],
] as const

function form(swap: { readonly [name: string]: string | number }): string {
  const inputs = fields.map(([name, label]) => {
    const value = escapeHtml(String(swap[name] ?? ''))
    return `<label>${label}<input name="${name}" value="${value}" data-testid="example-${name}"></label>`
  })
  return `<form data-testid="example-form" class="fields">${inputs.join('')}</form>
<button type="button" class="primary" data-testid="example-propose" disabled>Swap with Ferry</button>
<p class="error" data-testid="example-error" role="alert"></p>`
}

interface Step {
  readonly title: string
  readonly code: string
}

/** The steps of the script: each begins with a comment like `// 3 · Propose a swap`. */
function stepsOf(script: string): readonly Step[] {
  const [, ...parts] = script.split(/^\/\/ (?=\d · )/m)
  return parts.map((part) => {
    const end = part.indexOf('\n')
    return { title: part.slice(0, end), code: part.slice(end).trim() }
  })
}

function step(steps: readonly Step[], number: number, result: string): string {
  const found = steps[number - 1]
  if (found === undefined) throw new Error(`the example has no step ${number}`)
  return `<section class="card example"><h2>${escapeHtml(found.title)}</h2>
<div class="columns"><div>${result}</div><pre><code>${escapeHtml(found.code)}</code></pre></div></section>`
}
