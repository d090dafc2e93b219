import type { SandboxChain } from '../chains/ledger.ts'
import { pageShell } from './page-shell.ts'
import { walletModes } from './wallet/wallet-mode.ts'

export function walletPage(chains: readonly SandboxChain[]): string {
  const modes = walletModes.map((mode) => `<option value="${mode}">${mode}</option>`).join('')
  // `<` is escaped, so that no text of a chain can end the script element.
  const data = JSON.stringify(chains).replaceAll('<', '\\u003c')
  return pageShell(
    'Sandbox wallet',
    `<h1>Sandbox wallet</h1>
<p>A wallet with a key everybody knows. It announces itself to this page as wallet extensions do (EIP-6963).</p>
<div class="card">
<dl>
<dt>Account</dt><dd data-testid="wallet-address"></dd>
<dt>Chain</dt><dd data-testid="wallet-chain"></dd>
<dt>Connected</dt><dd data-testid="wallet-connected"></dd>
</dl>
</div>
<div class="card row">
<label>How it answers<select data-testid="wallet-mode">${modes}</select></label>
<label>Account<select data-testid="wallet-account"><option value="0">first</option><option value="1">second</option></select></label>
<button type="button" data-testid="wallet-disconnect">Disconnect</button>
<button type="button" data-testid="wallet-look">Look for a request</button>
</div>
<h2>Requests</h2>
<ol class="log" data-testid="wallet-log"></ol>
<dialog data-testid="wallet-dialog" aria-labelledby="dialog-title">
<h2 id="dialog-title" data-testid="wallet-title"></h2>
<p class="quiet">Asked by <b data-testid="wallet-origin"></b></p>
<div class="facts"><dl data-testid="wallet-facts"></dl></div>
<div class="row">
<button type="button" class="primary" data-testid="wallet-approve">Approve</button>
<button type="button" data-testid="wallet-reject">Reject</button>
</div>
</dialog>
<script type="application/json" id="sandbox-chains">${data}</script>
<script type="module" src="/wallet.js"></script>`,
  )
}
