// SPDX-License-Identifier: MIT
pragma solidity 0.8.17;

import {Token} from "./Token.sol";

/// @notice The chain's own currency as a token, one for one.
contract WrappedNative is Token {
    event Deposit(address indexed to, uint256 amount);
    event Withdrawal(address indexed from, uint256 amount);

    /// @dev The deployment's value pays for the holders' initial balances.
    constructor(
        string memory name_,
        string memory symbol_,
        uint8 decimals_,
        address[] memory holders,
        uint256[] memory amounts
    ) payable Token(name_, symbol_, decimals_, holders, amounts) {
        require(totalSupply == msg.value, "not fully backed");
    }

    receive() external payable {
        deposit();
    }

    function deposit() public payable {
        mint(msg.sender, msg.value);
        emit Deposit(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        burn(msg.sender, amount);
        emit Withdrawal(msg.sender, amount);
        (bool paid,) = msg.sender.call{value: amount}("");
        require(paid, "native transfer failed");
    }
}
