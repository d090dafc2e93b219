// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Token} from "./Token.sol";

/// @notice A token that burns 1 % of each transfer.
contract FeeOnTransfer is Token {
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address[] memory holders,
        uint256[] memory amounts
    ) Token(name_, symbol_, decimals_, holders, amounts) {}

    function move(address from, address to, uint256 amount) internal override {
        uint256 fee = amount / 100;
        super.move(from, to, amount - fee);
        burn(from, fee);
    }
}
