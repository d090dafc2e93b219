// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {NATIVE} from "./Requests.sol";

interface IBalance {
    function balanceOf(address holder) external view returns (uint256);
    function allowance(address holder, address spender) external view returns (uint256);
}

/// @notice Moves tokens and the native currency; supports tokens that return nothing.
library Funds {
    error NativeTransferFailed();
    error TokenTransferFailed(address token);

    /// @notice Takes `amount` from `from` and returns the arrived amount (less for a fee-on-transfer token).
    function take(address token, address from, uint256 amount) internal returns (uint256 arrived) {
        uint256 before = IBalance(token).balanceOf(address(this));
        transferFrom(token, from, address(this), amount);
        return IBalance(token).balanceOf(address(this)) - before;
    }

    function transferFrom(address token, address from, address to, uint256 amount) internal {
        call(token, abi.encodeWithSignature("transferFrom(address,address,uint256)", from, to, amount));
    }

    function allowance(address token, address spender) internal view returns (uint256) {
        return IBalance(token).allowance(address(this), spender);
    }

    function approve(address token, address spender, uint256 amount) internal {
        call(token, abi.encodeWithSignature("approve(address,uint256)", spender, amount));
    }

    function pay(address token, address to, uint256 amount) internal {
        if (token == NATIVE) {
            (bool paid,) = to.call{value: amount}("");
            if (!paid) revert NativeTransferFailed();
        } else {
            call(token, abi.encodeWithSignature("transfer(address,uint256)", to, amount));
        }
    }

    function call(address token, bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        if (!done || token.code.length == 0 || (answer.length != 0 && !abi.decode(answer, (bool)))) {
            revert TokenTransferFailed(token);
        }
    }
}
