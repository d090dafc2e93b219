import type { SandboxChain } from '../chains/ledger.ts'
import { escapeHtml, factList, pageShell } from './page-shell.ts'

export function aboutPage(serviceUrl: string, chains: readonly SandboxChain[]): string {
  const rows = chains.map((chain): [string, string] => [
    chain.name,
    `chain ${chain.chainId} at ${escapeHtml(chain.rpcUrl)}, pays gas in ${escapeHtml(chain.currency.symbol)}`,
  ])
  return pageShell(
    'Ferry sandbox',
    `<h1>Swap on three local chains</h1>
<p>Everything here runs on this machine: real contracts, real transactions, worthless tokens.</p>
<div class="card">
<h2>Start</h2>
<ol>
<li>Open Ferry from the browser's toolbar.</li>
<li>Choose <b>Connect wallet</b>. Ferry opens <a href="/wallet">the sandbox wallet</a>, which asks you once.</li>
<li>Type an amount, review, confirm. The wallet asks for an approval and a signature.</li>
<li>Close whatever you like. Ferry tells you when the swap is over.</li>
</ol>
</div>
<div class="card"><h2>Chains</h2>${factList(rows)}</div>
<p class="quiet">The service answers at ${escapeHtml(serviceUrl)}.</p>`,
  )
}

export function supportPage(): string {
  return pageShell(
    'Support',
    `<h1>Support</h1>
<p>This is where the operator of a deployment says how to reach its people.</p>
<p>Send them the text that <b>Copy for support</b> gives in Ferry: it names the swap, the tries and the request ids,
and never a signature.</p>`,
  )
}

export function missingPage(what: string): string {
  return pageShell('Not found', `<h1>Not found</h1><p>${escapeHtml(what)}</p>`)
}
