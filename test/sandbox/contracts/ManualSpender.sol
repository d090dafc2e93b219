// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Funds} from "./Funds.sol";

/// @notice Pulls tokens for a manual target: some routes need the approval here, and the transaction at the target.
contract ManualSpender {
    address public immutable target;

    error NotTheTarget();

    constructor(address target_) {
        target = target_;
    }

    function take(address token, address from, uint256 amount) external {
        if (msg.sender != target) revert NotTheTarget();
        Funds.transferFrom(token, from, target, amount);
    }
}
